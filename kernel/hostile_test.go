package kernel_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"raido/kernel"
	"raido/kernel/wire"
	"raido/tests/kernel/fake"
	"raido/tests/load"
)

func replace(text, old, new string) string { return strings.Replace(text, old, new, 1) }

func serveOnce(file string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	return kernel.Serve(ctx, file, fake.New())
}

// alive checks that the kernel still answers.
func (c *client) alive() {
	c.t.Helper()
	r, _ := c.run("print alive")
	wantField(c.t, r, "status", "ok")
}

func (c *client) raw(port int) net.Conn {
	c.t.Helper()
	network, address := c.conn.Address(port)
	conn, err := net.Dial(network, address)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { conn.Close() })
	return conn
}

var greeting = append(append([]byte{0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 3, 0}, "NULL"...), make([]byte, 48)...)

func ready(socketType string) []byte {
	body := append([]byte("\x05READY\x0bSocket-Type\x00\x00\x00"), byte(len(socketType)))
	body = append(body, socketType...)
	return append([]byte{4, byte(len(body))}, body...)
}

func TestPeersThatLie(t *testing.T) {
	c := start(t, "tcp", "k")
	huge := []byte{0x02, 0x00, 0x00, 0x01, 0, 0, 0, 0, 0} // a frame of 2^40 bytes
	evil := map[string][]byte{
		"nothing":         {},
		"garbage":         bytes.Repeat([]byte("GET / HTTP/1.0\r\n"), 100),
		"half greeting":   greeting[:20],
		"greeting only":   greeting,
		"huge READY":      append(bytes.Clone(greeting), 0x06, 0, 0, 1, 0, 0, 0, 0, 0),
		"READY as text":   append(bytes.Clone(greeting), 0, 5, 'R', 'E', 'A', 'D', 'Y'),
		"lying metadata":  append(bytes.Clone(greeting), "\x04\x0c\x05READY\xffabcde"...),
		"empty command":   append(bytes.Clone(greeting), 4, 0),
		"wrong type":      append(bytes.Clone(greeting), ready("PUSH")...),
		"huge frame":      append(append(bytes.Clone(greeting), ready("DEALER")...), huge...),
		"max frame":       append(append(bytes.Clone(greeting), ready("DEALER")...), 2, 255, 255, 255, 255, 255, 255, 255, 255),
		"claimed 60 MB":   append(append(bytes.Clone(greeting), ready("DEALER")...), 2, 0, 0, 0, 0, 3, 0x93, 0x87, 0),
		"empty frames":    append(append(bytes.Clone(greeting), ready("DEALER")...), bytes.Repeat([]byte{1, 0}, 5000)...),
		"broken commands": append(append(bytes.Clone(greeting), ready("DEALER")...), 4, 0, 4, 1, 200, 4, 5, 4, 'P', 'I', 'N', 'G'),
	}
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, port := range []int{c.conn.ShellPort, c.conn.ControlPort, c.conn.StdinPort, c.conn.IOPubPort, c.conn.HBPort} {
		for _, bytes := range evil {
			c.raw(port).Write(bytes) // and stays connected
		}
	}
	c.alive()
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 32<<20 {
		t.Errorf("memory grew by %d MB on the word of frame headers", grown>>20)
	}
	fresh := &client{t: t, conn: c.conn}
	fresh.connect() // the half-open connections block no new front end
	fresh.alive()
	for _, s := range fresh.sockets {
		s.Close()
	}
}

// TestPeersThatStall: subscribers and dealers that stop reading freeze nobody.
func TestPeersThatStall(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	c := start(t, "tcp", "k")
	sub := c.raw(c.conn.IOPubPort)
	sub.Write(append(append(bytes.Clone(greeting), ready("SUB")...), 0, 1, 1))
	dealer := c.raw(c.conn.ShellPort)
	dealer.Write(append(bytes.Clone(greeting), ready("DEALER")...))
	for range 200 { // 200 requests whose replies it never reads
		frames, _ := c.codec.Encode(nil, "kernel_info_request", nil, fields{})
		dealer.Write(plain(frames))
	}
	begin := time.Now()
	for range 7 { // more than may wait for the peer
		c.streams(strings.Repeat("big 2000000\n", 5))
	}
	c.alive()
	if d := time.Since(begin); d > load.Bound(30*time.Second) {
		t.Errorf("a stalled peer cost %v", d)
	}
}

// plain encodes short frames for a raw connection.
func plain(frames [][]byte) []byte {
	var out []byte
	for i, f := range frames {
		flags := byte(2)
		if i < len(frames)-1 {
			flags |= 1
		}
		n := len(f)
		out = append(append(out, flags, 0, 0, 0, 0, byte(n>>24), byte(n>>16), byte(n>>8), byte(n)), f...)
	}
	return out
}

func TestMessagesThatAreIgnored(t *testing.T) {
	c := start(t, "tcp", "k")
	good := func() [][]byte {
		frames, _ := c.codec.Encode(nil, "kernel_info_request", nil, fields{})
		return frames
	}
	other, _ := wire.NewCodec("another key").Encode(nil, "execute_request", nil, fields{"code": "print evil"})
	unsigned := good()
	unsigned[1] = nil
	short := good()
	short[1] = short[1][:10]
	flipped := good()
	flipped[1] = []byte(strings.Map(func(r rune) rune { return '0' + (r+1)%10 }, string(flipped[1])))
	odd := good()
	odd[1] = []byte(strings.Repeat("zz", 32))
	for _, frames := range [][][]byte{
		other, unsigned, short, flipped, odd, {}, {[]byte("x")}, {[]byte("<IDS|MSG>")}, good()[:4], good()[1:],
		c.signed("{}", "{}", "{}", "{}"), c.signed("not json", "{}", "{}", "{}"), c.signed(`[1]`, "{}", "{}", "{}"),
		c.signed(`{"msg_id":5,"msg_type":"x"}`, "{}", "{}", "{}"), c.signed(strings.Repeat("[", 1e5), "", "", ""),
	} {
		if len(frames) == 0 {
			frames = [][]byte{nil}
		}
		c.shell.SendMulti(zmq4.NewMsgFrom(frames...))
		c.control.SendMulti(zmq4.NewMsgFrom(frames...))
	}
	c.alive()
	if n := len(c.control.in); n != 0 {
		t.Errorf("%d of the messages were answered", n)
	}
}

// signed makes a properly signed message of any four parts.
func (c *client) signed(parts ...string) [][]byte {
	frames := [][]byte{[]byte("<IDS|MSG>"), nil}
	for _, p := range parts {
		frames = append(frames, []byte(p))
	}
	frames[1] = []byte(hex.EncodeToString(hmacOf(c.conn.Key, frames[2:])))
	return frames
}

func TestReplayIsIgnored(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.execute("print once")
	c.reply(c.shell, s)
	c.sendFrames(c.shell, s.frames)
	r, _ := c.run("print twice")
	wantField(t, r, "execution_count", 2)
}

func TestContentsThatAreWrong(t *testing.T) {
	c := start(t, "tcp", "k")
	bad := []any{
		fields{"code": 5}, fields{"code": "x", "silent": "no"}, fields{"code": "x", "user_expressions": []int{1}},
		[]int{1}, "text", nil, 7, fields{"code": nil, "cursor_pos": "x"}, fields{"code": "x", "cursor_pos": 1e300},
		fields{"hist_access_type": 1}, fields{"n": -5, "hist_access_type": "tail"},
		fields{"hist_access_type": "search", "pattern": "["}, fields{"cursor_pos": -7, "code": ""},
	}
	for _, msgType := range []string{"execute_request", "complete_request", "inspect_request", "is_complete_request", "history_request"} {
		for i, content := range bad {
			s := c.send(c.shell, msgType, content)
			r := c.reply(c.shell, s)
			if r["status"] == nil {
				t.Errorf("%s %d: reply without status: %v", msgType, i, r)
			}
			c.wait("status", s.id)
		}
	}
	for _, msgType := range []string{"comm_open", "comm_msg", "comm_close"} {
		c.send(c.shell, msgType, []int{1})
	}
	c.send(c.stdin, "input_reply", fields{"value": 5})
	c.alive()
}

func TestHeartbeat(t *testing.T) {
	c := start(t, "tcp", "k")
	s := c.execute("spin")
	c.wait("execute_input", s.id)
	hb := zmq4.NewReq(context.Background())
	defer hb.Close()
	if err := hb.Dial(c.url(c.conn.HBPort)); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		text := fmt.Sprint("ping", i)
		if err := hb.Send(zmq4.NewMsgString(text)); err != nil {
			t.Fatal(err)
		}
		m, err := hb.Recv()
		if err != nil || string(m.Frames[0]) != text {
			t.Errorf("heartbeat: %q, %v", m.Frames, err)
		}
	}
	conn := c.raw(c.conn.HBPort)
	conn.Write(append(append(bytes.Clone(greeting), ready("REQ")...), "\x04\x07\x04PING\x00\x00"...))
	answer := make([]byte, 200)
	conn.SetReadDeadline(time.Now().Add(patience))
	n, _ := io.ReadAtLeast(conn, answer, 64+30)
	if !bytes.Contains(answer[:n], []byte("READY")) {
		t.Errorf("no READY: %q", answer[:n])
	}
	c.send(c.control, "interrupt_request", fields{})
	c.reply(c.shell, s)
}
