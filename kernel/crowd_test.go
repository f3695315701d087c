package kernel_test

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"raido/kernel"
	"raido/kernel/wire"
)

// TestCrowd: peers that never signed anything keep no front end out, however many they are and whatever they have begun.
func TestCrowd(t *testing.T) {
	c := start(t, "tcp", "k")
	c.alive()
	for _, port := range []int{c.conn.ShellPort, c.conn.ControlPort, c.conn.IOPubPort} {
		for i := range 300 { // more than there is room for
			p := c.raw(port)
			if i%2 == 0 {
				p.Write(append(bytes.Clone(greeting), ready("DEALER")...))
			}
		}
	}
	c.alive() // the one that was there
	fresh := &client{t: t, conn: c.conn}
	fresh.connect()
	fresh.alive()
	for _, s := range fresh.sockets {
		s.Close()
	}
}

// TestUnfinishedFrames: what strangers have begun and not ended takes bounded memory, and a signed message has room.
func TestUnfinishedFrames(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	c := start(t, "tcp", "k")
	c.alive()
	const each = 50 << 20
	claim := []byte{2, 0, 0, 0, 0, 3, 0x93, 0x87, 0} // a frame of 60 MB
	chunk := make([]byte, 1<<20)
	for range 10 {
		p := c.raw(c.conn.ShellPort)
		p.Write(append(append(bytes.Clone(greeting), ready("DEALER")...), claim...))
		p.SetWriteDeadline(time.Now().Add(10 * time.Second))
		for range each / len(chunk) {
			if _, err := p.Write(chunk); err != nil {
				break
			}
		}
	}
	r, _ := c.run("print " + strings.Repeat("x", 20<<20))
	wantField(t, r, "status", "ok")
}

// TestHugeCell: a cell that is too large has an answer that says so, and so has one of 70 MB.
func TestHugeCell(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: computes with large inputs")
	}
	c := start(t, "tcp", "k")
	c.alive()
	r, _ := c.run("print " + strings.Repeat("x", 70<<20))
	wantField(t, r, "status", "error")
	if text, _ := r["evalue"].(string); !strings.Contains(text, "70 MB") || !strings.Contains(text, "32 MB") {
		t.Errorf("it says %q", text)
	}
	c.alive()
}

// TestRouted: frames before the delimiter come back with the answer.
func TestRouted(t *testing.T) {
	c := wire.NewCodec("k")
	frames, _ := c.Encode(nil, "kernel_info_request", nil, fields{})
	m, err := wire.NewCodec("k").Decode(append([][]byte{[]byte("a"), []byte("b")}, frames...))
	if err != nil || len(m.Route) != 2 || string(m.Route[0]) != "a" || string(m.Route[1]) != "b" {
		t.Errorf("%v, %q", err, m.Route)
	}
	k := start(t, "tcp", "k")
	p := k.raw(k.conn.ShellPort)
	p.Write(append(bytes.Clone(greeting), ready("DEALER")...))
	frames, _ = k.codec.Encode(nil, "kernel_info_request", nil, fields{})
	p.Write(plain(append([][]byte{[]byte("first"), []byte("second")}, frames...)))
	p.SetReadDeadline(time.Now().Add(patience))
	var got []byte
	buf := make([]byte, 4096)
	for !bytes.Contains(got, []byte("<IDS|MSG>")) {
		n, err := p.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, buf[:n]...)
	}
	if !bytes.Contains(got, []byte("\x01\x05first\x01\x06second\x01\x09<IDS|MSG>")) {
		t.Errorf("the answer begins with %q", got[:min(len(got), 200)])
	}
}

// TestRisks: what could let others in is said.
func TestRisks(t *testing.T) {
	for ip, want := range map[string]int{"127.0.0.1": 0, "localhost": 0, "::1": 0, "0.0.0.0": 1, "*": 1, "10.1.2.3": 1} {
		if got := (wire.Connection{Transport: "tcp", IP: ip, Key: "k"}).Risks(); len(got) != want {
			t.Errorf("%s: %q", ip, got)
		}
	}
	if got := (wire.Connection{Transport: "ipc", IP: "/tmp/x"}).Risks(); len(got) != 1 || !strings.Contains(got[0], "no key") {
		t.Errorf("%q", got)
	}
}

// TestDetach: a process that has called Detach lives on when nobody reads what it says, and when the reader is gone.
func TestDetach(t *testing.T) {
	if os.Getenv("RAIDO_TEST_DETACH") != "" {
		detached()
		return
	}
	for _, how := range []string{"full", "closed"} {
		cmd := exec.Command(os.Args[0], "-test.run", "TestDetach$")
		done, err := os.CreateTemp(t.TempDir(), "done")
		if err != nil {
			t.Fatal(err)
		}
		cmd.Env = append(os.Environ(), "RAIDO_TEST_DETACH="+done.Name())
		r, w, _ := os.Pipe()
		cmd.Stdout, cmd.Stderr = w, w
		if how == "closed" {
			r.Close()
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case <-ended:
		case <-time.After(patience):
			cmd.Process.Kill()
			t.Errorf("%s: it hangs", how)
		}
		if text, _ := os.ReadFile(done.Name()); string(text) != "lives" {
			t.Errorf("%s: it did not come to its end", how)
		}
		r.Close()
	}
}

// detached says more than any pipe holds, by this process and by a child.
func detached() {
	end := kernel.Detach()
	for range 10_000 {
		os.Stderr.WriteString(strings.Repeat("noise ", 100) + "\n")
		syscall.Write(1, []byte(strings.Repeat("noise ", 100)))
	}
	child := exec.Command("sh", "-c", "i=0; while [ $i -lt 3000 ]; do echo noise noise noise noise noise noise noise noise noise >&2; i=$((i+1)); done")
	child.Stderr = os.Stderr
	if child.Run() == nil {
		os.WriteFile(os.Getenv("RAIDO_TEST_DETACH"), []byte("lives"), 0o600)
	}
	end()
	os.Exit(0)
}
