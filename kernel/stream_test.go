package kernel_test

import (
	"strings"
	"testing"
	"time"

	"raido/tests/load"
)

// streams runs a cell and collects its text and the number of messages.
func (c *client) streams(code string) (text string, messages, longest int) {
	c.t.Helper()
	s := c.execute(code)
	for {
		m := c.recv(c.iopub)
		if parentID(m) != s.id {
			continue
		}
		f := decode(c.t, m)
		switch {
		case m.Header.Type == "stream":
			part := f["text"].(string)
			text += part
			messages++
			longest = max(longest, len(part))
		case f["execution_state"] == "idle":
			return text, messages, longest
		}
	}
}

func TestStreamIsCoalesced(t *testing.T) {
	c := start(t, "tcp", "k")
	text, messages, longest := c.streams("lines 20000")
	if n := strings.Count(text, "\n"); n != 20000 || !strings.HasSuffix(text, "line 19999\n") {
		t.Errorf("%d lines came", n)
	}
	if messages > 100 || longest > 128<<10 {
		t.Errorf("%d messages, longest %d", messages, longest)
	}
}

func TestStreamIsLive(t *testing.T) {
	c := start(t, "tcp", "k")
	begin := time.Now()
	s := c.execute("print first\nspin")
	c.wait("stream", s.id)
	if d := time.Since(begin); d > load.Bound(time.Second) {
		t.Errorf("the first line came after %v", d)
	}
	c.send(c.control, "interrupt_request", fields{})
	c.reply(c.shell, s)
}

func TestStreamIsCut(t *testing.T) {
	c := start(t, "tcp", "k")
	text, _, _ := c.streams(strings.Repeat("big 3000000\n", 5))
	if n := strings.Count(text, "x"); n != 10<<20 || !strings.Contains(text, "[output cut") {
		t.Errorf("%d bytes came, end %q", n, text[max(0, len(text)-60):])
	}
	if text, _, _ := c.streams("print small"); text != "small\n" {
		t.Errorf("the cell after it printed %q", text)
	}
}

func TestStreamKeepsCodePointsWhole(t *testing.T) {
	c := start(t, "tcp", "k")
	if text, _, _ := c.streams("halves"); text != "a\u00fc\n" {
		t.Errorf("printed %q", text)
	}
}

func TestNothingFollowsIdle(t *testing.T) {
	c := start(t, "tcp", "k")
	_, out := c.run("late")
	wantLines(t, out, "status busy", "execute_input [1]", "status idle")
	time.Sleep(80 * time.Millisecond)
	_, out = c.run("print next")
	wantLines(t, out, "status busy", "execute_input [2]", `stdout "next\n"`, "status idle")
	select {
	case m := <-c.iopub.in:
		t.Errorf("%s came late", m.Header.Type)
	default:
	}
}
