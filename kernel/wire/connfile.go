package wire

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"strconv"
)

// Protocol is the version of the Jupyter messaging protocol that the package speaks.
const Protocol = "5.5"

// Connection is the content of a connection file.
type Connection struct {
	Transport   string `json:"transport"`
	IP          string `json:"ip"`
	Key         string `json:"key"`
	Scheme      string `json:"signature_scheme"`
	ShellPort   int    `json:"shell_port"`
	IOPubPort   int    `json:"iopub_port"`
	StdinPort   int    `json:"stdin_port"`
	ControlPort int    `json:"control_port"`
	HBPort      int    `json:"hb_port"`
}

// maxConnectionFile bounds what is read of a connection file; real ones have some 300 bytes.
const maxConnectionFile = 1 << 20

// ReadConnection reads and checks a connection file.
func ReadConnection(path string) (Connection, error) {
	var c Connection
	info, err := os.Stat(path)
	if err != nil {
		return c, fmt.Errorf("connection file: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxConnectionFile {
		return c, fmt.Errorf("connection file %s: not a regular file of sensible size", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("connection file: %w", err)
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("connection file %s: %w", path, err)
	}
	if err := c.check(); err != nil {
		return c, fmt.Errorf("connection file %s: %w", path, err)
	}
	return c, nil
}

func (c *Connection) check() error {
	if c.Transport == "" {
		c.Transport = "tcp"
	}
	if c.Transport != "tcp" && c.Transport != "ipc" {
		return fmt.Errorf("transport %q is not supported (tcp and ipc are)", c.Transport)
	}
	if c.IP == "" {
		return fmt.Errorf("no ip")
	}
	if c.Key != "" && c.Scheme != "" && c.Scheme != "hmac-sha256" {
		return fmt.Errorf("signature scheme %q is not supported (hmac-sha256 is)", c.Scheme)
	}
	seen := map[int]bool{}
	for _, p := range []int{c.ShellPort, c.IOPubPort, c.StdinPort, c.ControlPort, c.HBPort} {
		if p <= 0 || c.Transport == "tcp" && p > 65535 {
			return fmt.Errorf("port %d is out of range", p)
		}
		if seen[p] {
			return fmt.Errorf("port %d stands there twice", p)
		}
		seen[p] = true
	}
	return nil
}

// Risks says by what others than the user could run cells.
func (c Connection) Risks() (out []string) {
	if c.Key == "" {
		out = append(out, "the connection file has no key: whoever reaches the ports can run commands as this user")
	}
	if ip := net.ParseIP(c.IP); c.Transport == "tcp" && c.IP != "localhost" && (ip == nil || !ip.IsLoopback()) {
		out = append(out, "the kernel listens on "+c.IP+", which other machines may reach; what front ends send is signed, but everybody can read it")
	}
	return out
}

// Address is what to listen on for a port: a network and an address of package net.
func (c Connection) Address(port int) (network, address string) {
	if c.Transport == "ipc" {
		return "unix", c.IP + "-" + strconv.Itoa(port)
	}
	host := c.IP
	if host == "*" { // the notation of ZeroMQ for every interface
		host = ""
	}
	return "tcp", net.JoinHostPort(host, strconv.Itoa(port))
}
