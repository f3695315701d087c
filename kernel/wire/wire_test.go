package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestCodecRoundTrip(t *testing.T) {
	for _, key := range []string{"", "secret"} {
		a, b := NewCodec(key), NewCodec(key)
		parent := json.RawMessage(`{"msg_id":"p"}`)
		frames, err := a.Encode([]byte("topic"), "stream", parent, map[string]any{"name": "stdout"})
		if err != nil {
			t.Fatal(err)
		}
		m, err := b.Decode(append([][]byte{[]byte("id1"), []byte("id2")}, append(frames, []byte("buffer"))...))
		if err != nil {
			t.Fatal(err)
		}
		if m.Header.Type != "stream" || m.Header.Session != a.Session() || string(m.Parent) != string(parent) ||
			string(m.Content) != `{"name":"stdout"}` || len(m.Buffers) != 1 || string(m.Raw) != string(frames[3]) {
			t.Errorf("key %q: %+v", key, m)
		}
		if _, err := b.Decode(frames); key != "" && !errors.Is(err, ErrReplay) {
			t.Errorf("replay: %v", err)
		}
	}
}

// TestSignature checks a signature that jupyter_client 7.4.9 made.
func TestSignature(t *testing.T) {
	c := NewCodec("a0436f6c-1916-498b-8eb9-e81ab9368e84")
	parts := [][]byte{[]byte(`{"msg_id":"m","msg_type":"x"}`), []byte("{}"), []byte("{}"), []byte(`{"code":"1"}`)}
	sig := []byte("9d0286c9b9c037c9f638311d751ac5805c8ca1df6d6312e2fcd1667352448e39")
	if _, err := c.Decode(append([][]byte{delimiter, sig}, parts...)); err != nil {
		t.Error(err)
	}
	parts[3] = []byte(`{"code":"2"}`)
	if _, err := c.Decode(append([][]byte{delimiter, sig}, parts...)); !errors.Is(err, ErrSignature) {
		t.Errorf("changed content: %v", err)
	}
}

func TestReplayMemoryIsBounded(t *testing.T) {
	c := NewCodec("k")
	for i := range maxSeen + 10 {
		if !c.fresh([32]byte{byte(i), byte(i >> 8), byte(i >> 16)}) {
			t.Fatalf("%d was not fresh", i)
		}
	}
	if len(c.seen) != maxSeen || len(c.order) != maxSeen {
		t.Errorf("%d signatures are kept", len(c.seen))
	}
	if !c.fresh([32]byte{0}) || c.fresh([32]byte{200}) {
		t.Error("the oldest is forgotten first")
	}
}

func TestEncodeRefusesWhatJSONCannotSay(t *testing.T) {
	if _, err := NewCodec("k").Encode(nil, "x", nil, func() {}); err == nil {
		t.Error("no error")
	}
}

func TestFrames(t *testing.T) {
	for _, frames := range [][][]byte{
		{{}}, {[]byte("a"), {}, []byte("b")},
		{bytes.Repeat([]byte("x"), 255), bytes.Repeat([]byte("y"), 256), bytes.Repeat([]byte("z"), 300000)},
	} {
		got, command, err := readMessage(bufio.NewReader(bytes.NewReader(encodeMessage(frames))), MaxMessage, anyRoom)
		if err != nil || command || len(got) != len(frames) {
			t.Fatalf("%v, %v, %d frames", err, command, len(got))
		}
		for i := range frames {
			if !bytes.Equal(got[i], frames[i]) {
				t.Errorf("frame %d: %d bytes", i, len(got[i]))
			}
		}
	}
}

func TestFrameMemoryGrowsWithWhatArrives(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: computes with large inputs")
	}
	head := []byte{flagLong, 0, 0, 0, 0, 3, 0, 0, 0} // 48 MB, of which 10 bytes come
	allocated := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if _, _, err := readMessage(bufio.NewReader(bytes.NewReader(append(head, make([]byte, 10)...))), MaxMessage, anyRoom); err != io.ErrUnexpectedEOF {
				b.Fatal(err)
			}
		}
	}).AllocedBytesPerOp()
	if allocated > 1<<20 {
		t.Errorf("%d bytes allocated for a claim", allocated)
	}
}

func FuzzReadMessage(f *testing.F) {
	f.Add(encodeMessage([][]byte{[]byte("a"), []byte("b")}))
	f.Add([]byte{2, 255, 255, 255, 255, 255, 255, 255, 255})
	f.Add([]byte{4, 3, 4, 'P', 'I'})
	f.Fuzz(func(t *testing.T, b []byte) {
		frames, _, err := readMessage(bufio.NewReader(bytes.NewReader(b)), MaxMessage, anyRoom)
		if err != nil {
			return
		}
		again, _, err := readMessage(bufio.NewReader(bytes.NewReader(encodeMessage(frames))), MaxMessage, anyRoom)
		if err != nil || len(again) != len(frames) {
			t.Errorf("%q: %v", frames, err)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"msg_id":"m","msg_type":"x"}`), []byte(`{"code":"1"}`))
	f.Add([]byte(`{"msg_id":{},"msg_type":[]}`), []byte(`7`))
	f.Fuzz(func(t *testing.T, header, content []byte) {
		m, err := NewCodec("").Decode([][]byte{delimiter, nil, header, []byte("{}"), []byte("{}"), content})
		if err != nil {
			return
		}
		Content[ExecuteRequest](m)
		Content[HistoryRequest](m)
		if q, err := Content[CursorRequest](m); err == nil && (q.Position() < 0 || q.Position() > len(q.Code)) {
			t.Errorf("cursor %d in %q", q.Position(), q.Code)
		}
	})
}

func TestStaleSocketFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k-1")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(Rep, "unix", path, Handler{}); err == nil {
		t.Fatal("a socket in use was taken over")
	}
	l.SetUnlinkOnClose(false)
	l.Close() // as after SIGKILL: the file stays
	s, err := Listen(Rep, "unix", path, Handler{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close(0)
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(Rep, "unix", path, Handler{}); err == nil {
		t.Error("bound over a plain file")
	}
	if b, _ := os.ReadFile(path); string(b) != "precious" {
		t.Error("a plain file was removed")
	}
}

// TestStalledPeerIsCut: what waits for a peer is bounded, one big message aside.
func TestStalledPeerIsCut(t *testing.T) {
	a, b := net.Pipe() // nothing reads b
	defer b.Close()
	p := newPeer(a)
	go p.write()
	if !p.sendRaw(make([]byte, maxQueued+1)) {
		t.Fatal("one big message must pass")
	}
	for range 2 {
		if p.sendRaw(make([]byte, 1)) {
			t.Error("a peer beyond the bound still takes messages")
		}
	}
	done := make(chan struct{})
	go func() { p.flush(); close(done) }()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Error("flush waits for a peer that is cut")
	}
}

func TestSubscriptions(t *testing.T) {
	p := newPeer(nil)
	check := func(topic string, want bool) {
		t.Helper()
		if p.subscribed([]byte(topic)) != want {
			t.Errorf("subscribed(%q) is %v", topic, !want)
		}
	}
	check("kernel.status", false)
	p.subscribe("kernel.s", true)
	p.subscribe("kernel.s", true)
	check("kernel.status", true)
	check("kernel.error", false)
	p.subscribe("kernel.s", false)
	check("kernel.status", true)
	p.subscribe("kernel.s", false)
	check("kernel.status", false)
	p.subscribe("", true)
	check("x", true)
}

func TestAddress(t *testing.T) {
	for _, tc := range []struct{ transport, ip, want string }{
		{"tcp", "127.0.0.1", "tcp 127.0.0.1:7"}, {"tcp", "*", "tcp :7"}, {"tcp", "::1", "tcp [::1]:7"},
		{"ipc", "/tmp/k", "unix /tmp/k-7"},
	} {
		n, a := Connection{Transport: tc.transport, IP: tc.ip}.Address(7)
		if n+" "+a != tc.want {
			t.Errorf("%v: %s %s", tc, n, a)
		}
	}
}

// TestStaleSocket: the file of an ipc socket that a killed kernel has left is replaced; one that is served, and any other file, is not.
func TestStaleSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k-1")
	dead, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	dead.(*net.UnixListener).SetUnlinkOnClose(false)
	dead.Close()
	live, err := Listen(Router, "unix", path, Handler{})
	if err != nil {
		t.Fatalf("over a stale file: %v", err)
	}
	defer live.Close(0)
	if s, err := Listen(Router, "unix", path, Handler{}); err == nil {
		s.Close(0)
		t.Error("a served socket is taken over")
	}
	if conn, err := net.Dial("unix", path); err != nil {
		t.Errorf("the served socket is gone: %v", err)
	} else {
		conn.Close()
	}
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, []byte("mine"), 0o600)
	if s, err := Listen(Router, "unix", file, Handler{}); err == nil {
		s.Close(0)
		t.Error("a file is taken for a socket")
	}
	if text, _ := os.ReadFile(file); string(text) != "mine" {
		t.Errorf("the file holds %q", text)
	}
}

func anyRoom(int) bool { return true }
