package kernel_test

import (
	"bytes"
	"encoding/json"
	"net"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestEveryRequest: each request on shell and control gets busy, one reply of its type and idle, all with its whole header as parent;
// what is no request gets no reply.
func TestEveryRequest(t *testing.T) {
	c := start(t, "tcp", "k")
	code := fields{"code": "value 1", "cursor_pos": 1}
	for _, x := range []struct {
		channel *channel
		msgType string
		content fields
		replies bool
	}{
		{c.shell, "execute_request", code, true}, {c.shell, "complete_request", code, true}, {c.shell, "inspect_request", code, true},
		{c.shell, "is_complete_request", code, true}, {c.shell, "history_request", fields{"hist_access_type": "tail"}, true},
		{c.shell, "connect_request", fields{}, true}, {c.shell, "comm_info_request", fields{}, true}, {c.shell, "kernel_info_request", fields{}, true},
		{c.shell, "interrupt_request", fields{}, true}, {c.shell, "comm_open", fields{"comm_id": "1"}, false}, {c.shell, "comm_msg", fields{}, false},
		{c.shell, "comm_close", fields{}, false}, {c.shell, "made_up_request", fields{}, true}, {c.shell, "made_up", fields{}, false},
		{c.control, "kernel_info_request", fields{}, true}, {c.control, "interrupt_request", fields{}, true}, {c.control, "debug_request", fields{}, true},
		{c.control, "create_subshell_request", fields{}, true}, {c.control, "delete_subshell_request", fields{"subshell_id": "x"}, true},
		{c.control, "list_subshell_request", fields{}, true}, {c.control, "execute_request", code, true}, {c.control, "made_up", fields{}, false},
	} {
		s := c.send(x.channel, x.msgType, x.content)
		var states []any
		for len(states) < 2 {
			m := c.recv(c.iopub)
			if !sameJSON(m.Parent, s.header) {
				t.Errorf("%s: %s has the parent %s, want %s", x.msgType, m.Header.Type, m.Parent, s.header)
			}
			if m.Header.Type == "status" {
				states = append(states, decode(t, m)["execution_state"])
			} else if len(states) != 1 {
				t.Errorf("%s: %s outside of busy and idle", x.msgType, m.Header.Type)
			}
		}
		if !reflect.DeepEqual(states, []any{"busy", "idle"}) {
			t.Errorf("%s: %v", x.msgType, states)
		}
		if x.replies {
			m := c.recv(x.channel)
			if want := x.msgType[:len(x.msgType)-len("_request")] + "_reply"; m.Header.Type != want || !sameJSON(m.Parent, s.header) {
				t.Errorf("%s: %s of %s", x.msgType, m.Header.Type, m.Parent)
			}
			if status := decode(t, m)["status"]; status != "ok" && status != "error" && x.msgType != "is_complete_request" {
				t.Errorf("%s: status %v", x.msgType, status)
			}
		}
	}
	c.alive() // and no other reply is in the way
	select {
	case m := <-c.control.in:
		t.Errorf("%s came besides", m.Header.Type)
	default:
	}
}

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// TestControlIsQuick: control answers within half a second while a cell runs that does not listen.
func TestControlIsQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	c := start(t, "tcp", "k")
	s := c.execute("pause 1500")
	c.wait("execute_input", s.id)
	took := time.Hour
	for range 5 { // the machine may be busy
		begin := time.Now()
		c.reply(c.control, c.send(c.control, "kernel_info_request", fields{}))
		c.reply(c.control, c.send(c.control, "interrupt_request", fields{}))
		took = min(took, time.Since(begin))
	}
	if took > 500*time.Millisecond {
		t.Errorf("control takes %v", took)
	}
	c.reply(c.shell, s)
}

// TestOneAddress: the kernel listens on the address of the connection file alone.
func TestOneAddress(t *testing.T) {
	c := start(t, "tcp", "k")
	for _, port := range []int{c.conn.ShellPort, c.conn.IOPubPort, c.conn.StdinPort, c.conn.ControlPort, c.conn.HBPort} {
		other := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2), Port: port}
		if conn, err := net.DialTCP("tcp", nil, other); err == nil {
			conn.Close()
			t.Errorf("%s is open", other)
		}
	}
}

// TestManyConnections: front ends that come and go leave nothing behind.
func TestManyConnections(t *testing.T) {
	c := start(t, "tcp", "k")
	c.alive()
	before := runtime.NumGoroutine()
	for range 100 {
		for _, port := range []int{c.conn.ShellPort, c.conn.IOPubPort} {
			conn := c.raw(port)
			conn.Write(append(bytes.Clone(greeting), ready("DEALER")...))
			conn.Close()
		}
	}
	for end := time.Now().Add(patience); runtime.NumGoroutine() > before+10 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	if now := runtime.NumGoroutine(); now > before+10 {
		t.Errorf("%d goroutines, %d before", now, before)
	}
	c.alive()
}

// TestLargeMessages: 20 MB come and go.
func TestLargeMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: computes with large inputs")
	}
	c := start(t, "tcp", "k")
	text := strings.Repeat("x", 20<<20)
	s := c.execute("value " + text)
	if c.wait("execute_input", s.id)["code"] != "value "+text {
		t.Error("the code came back changed")
	}
	if c.wait("execute_result", s.id)["data"].(map[string]any)["text/plain"] != text {
		t.Error("the value came changed")
	}
	c.alive()
}
