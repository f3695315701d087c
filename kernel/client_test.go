package kernel_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"raido/kernel"
	"raido/kernel/wire"
	"raido/tests/kernel/fake"
)

// patience is how long a test waits for a message; the machine may be busy.
const patience = 60 * time.Second

// client is a front end on stock zmq4 sockets.
type client struct {
	t       *testing.T
	conn    wire.Connection
	file    string
	codec   *wire.Codec
	sockets []zmq4.Socket
	shell   *channel
	control *channel
	stdin   *channel
	iopub   *channel
	served  chan error // what Serve returned
	down    chan struct{}
}

type channel struct {
	zmq4.Socket
	in    chan *wire.Message
	early map[string]*wire.Message // replies that came while another was waited for
}

// sent is a request that left.
type sent struct {
	id     string
	header json.RawMessage
	frames [][]byte
}

func freePorts(t *testing.T, n int) []int {
	t.Helper()
	var ports []int
	var ls []net.Listener
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ls = append(ls, l)
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	for _, l := range ls {
		l.Close()
	}
	return ports
}

func writeConnection(t *testing.T, transport, key string) (string, wire.Connection) {
	t.Helper()
	dir := t.TempDir()
	c := wire.Connection{Transport: transport, IP: "127.0.0.1", Key: key, Scheme: "hmac-sha256"}
	ports := []int{1, 2, 3, 4, 5}
	if transport == "ipc" {
		c.IP = filepath.Join(dir, "k")
	} else {
		ports = freePorts(t, 5)
	}
	c.ShellPort, c.IOPubPort, c.StdinPort, c.ControlPort, c.HBPort = ports[0], ports[1], ports[2], ports[3], ports[4]
	text, _ := json.Marshal(c)
	file := filepath.Join(dir, "connection.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file, c
}

// start serves a fake session and connects a client to it.
func start(t *testing.T, transport, key string) *client {
	t.Helper()
	file, conn := writeConnection(t, transport, key)
	c := serve(t, file, conn)
	c.connect()
	return c
}

func serve(t *testing.T, file string, conn wire.Connection) *client {
	ctx, cancel := context.WithCancel(context.Background())
	s := fake.New()
	c := &client{t: t, conn: conn, file: file, served: make(chan error, 1), down: s.Down}
	go func() { c.served <- kernel.Serve(ctx, file, s) }()
	t.Cleanup(func() {
		cancel()
		for _, s := range c.sockets {
			s.Close()
		}
	})
	return c
}

func (c *client) url(port int) string {
	network, address := c.conn.Address(port)
	if network == "unix" {
		return "ipc://" + address
	}
	return "tcp://" + address
}

func (c *client) connect() {
	c.t.Helper()
	c.codec = wire.NewCodec(c.conn.Key)
	// Like all front ends, use one identity for all channels: stdin is routed by it.
	id := zmq4.WithID(zmq4.SocketIdentity(c.codec.Session()))
	c.iopub = c.dial(zmq4.NewSub(context.Background()), c.conn.IOPubPort)
	c.shell = c.dial(zmq4.NewDealer(context.Background(), id), c.conn.ShellPort)
	c.control = c.dial(zmq4.NewDealer(context.Background(), id), c.conn.ControlPort)
	c.stdin = c.dial(zmq4.NewDealer(context.Background(), id), c.conn.StdinPort)
	if err := c.iopub.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		c.t.Fatal(err)
	}
	c.wait("iopub_welcome", "")
}

func (c *client) dial(s zmq4.Socket, port int) *channel {
	c.t.Helper()
	c.sockets = append(c.sockets, s)
	deadline := time.Now().Add(patience)
	for err := s.Dial(c.url(port)); err != nil; err = s.Dial(c.url(port)) {
		if time.Now().After(deadline) {
			c.t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	ch := &channel{Socket: s, in: make(chan *wire.Message, 1<<16), early: map[string]*wire.Message{}}
	go func() {
		for {
			msg, err := s.Recv()
			if err != nil {
				return
			}
			if m, err := c.codec.Decode(msg.Frames); err == nil {
				ch.in <- m
			}
		}
	}()
	return ch
}

func (c *client) send(ch *channel, msgType string, content any) sent {
	c.t.Helper()
	frames, err := c.codec.Encode(nil, msgType, nil, content)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.sendFrames(ch, frames)
}

var sendLock sync.Mutex

func (c *client) sendFrames(ch *channel, frames [][]byte) sent {
	c.t.Helper()
	var h wire.Header
	json.Unmarshal(frames[2], &h)
	sendLock.Lock()
	defer sendLock.Unlock()
	if err := ch.SendMulti(zmq4.NewMsgFrom(frames...)); err != nil {
		c.t.Fatal(err)
	}
	return sent{h.ID, frames[2], frames}
}

// fields is a decoded content.
type fields map[string]any

func decode(t *testing.T, m *wire.Message) fields {
	t.Helper()
	f := fields{}
	if err := json.Unmarshal(m.Content, &f); err != nil {
		t.Fatalf("%s: content is not JSON: %v", m.Header.Type, err)
	}
	return f
}

func (c *client) recv(ch *channel) *wire.Message {
	c.t.Helper()
	select {
	case m := <-ch.in:
		return m
	case <-time.After(patience):
		c.t.Fatal("no message came")
		return nil
	}
}

// reply waits for the answer to a request.
func (c *client) reply(ch *channel, s sent) fields {
	c.t.Helper()
	for ch.early[s.id] == nil {
		m := c.recv(ch)
		ch.early[parentID(m)] = m
	}
	m := ch.early[s.id]
	delete(ch.early, s.id)
	return decode(c.t, m)
}

func parentID(m *wire.Message) string {
	var h wire.Header
	json.Unmarshal(m.Parent, &h)
	return h.ID
}

// wait returns the next iopub message of a type with that parent.
func (c *client) wait(msgType, parent string) fields {
	c.t.Helper()
	for {
		m := c.recv(c.iopub)
		if m.Header.Type == msgType && parentID(m) == parent {
			return decode(c.t, m)
		}
	}
}

// output collects what iopub says about a request, up to idle: one line for each message.
func (c *client) output(s sent) []string {
	c.t.Helper()
	var out []string
	for {
		m := c.recv(c.iopub)
		if parentID(m) != s.id {
			continue
		}
		f := decode(c.t, m)
		line := m.Header.Type
		switch line {
		case "status":
			if line += " " + f["execution_state"].(string); line == "status busy" && len(out) > 0 {
				continue // again, after the idle of what was answered beside it
			}
		case "stream":
			line = fmt.Sprintf("%s %q", f["name"], f["text"])
		case "execute_result", "display_data", "update_display_data":
			line += " " + f["data"].(map[string]any)["text/plain"].(string)
		case "error":
			line += fmt.Sprintf(" %s: %s", f["ename"], f["evalue"])
		case "execute_input":
			line += fmt.Sprintf(" [%v]", f["execution_count"])
		}
		out = append(out, line)
		if line == "status idle" {
			return out
		}
	}
}

func (c *client) execute(code string) sent {
	c.t.Helper()
	return c.send(c.shell, "execute_request", fields{"code": code})
}

// run executes a cell to its end.
func (c *client) run(code string) (fields, []string) {
	c.t.Helper()
	s := c.execute(code)
	r := c.reply(c.shell, s)
	return r, c.output(s)
}

// hmacOf signs on its own, apart from the codec under test.
func hmacOf(key string, parts [][]byte) []byte {
	h := hmac.New(sha256.New, []byte(key))
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}
