package kernel

import (
	"fmt"
	"time"

	"raido/display"
)

// A line of progress is a display that is updated. When the cell ends it must be gone, and a notebook that is kept must be
// the same whether the line was there or not; but the protocol can only empty one display or clear all. A line with nothing before it
// is cleared when something else comes, which takes its place. Where something stands before it, all is cleared at the end and what else
// the cell has shown is sent again: front ends then show, and keep, that alone. (One that ignores clear_output shows the line and, in
// the second case only, outputs twice.) A cell that shows something all the time has no line.

// shown is what a cell has shown besides its progress.
type shown struct {
	progress bool // the line is there
	messages []message
	bytes    int
	long     bool // more than is sent twice
}

type message struct {
	kind, name string // name of the stream, or display_id
	c          content
}

// quiet is how long a cell has shown nothing else when a line of progress appears.
const quiet = 500 * time.Millisecond

// maxAgain is how many bytes are sent a second time, at most.
const maxAgain = 1 << 20

// stream notes text.
func (s *shown) stream(name, text string) {
	s.add(message{"stream", name, content{"name": name, "text": text}}, len(text))
}

// display notes a display, or another content of one.
func (s *shown) display(kind, id string, c content) {
	if kind == "update_display_data" {
		for i, m := range s.messages {
			if m.kind == "display_data" && m.name == id {
				s.messages[i].c = c
			}
		}
		return
	}
	n := 0
	data, _ := c["data"].(map[string]any)
	for _, d := range data {
		switch d := d.(type) {
		case string:
			n += len(d)
		case []byte:
			n += len(d)
		}
	}
	s.add(message{kind, id, c}, n)
}

func (s *shown) add(m message, bytes int) {
	if s.bytes += bytes; s.bytes > maxAgain {
		s.messages, s.long = nil, true
	}
	if !s.long {
		s.messages = append(s.messages, m)
	}
}

// Progress implements session.ProgressOutput.
func (o *output) Progress(b display.Bundle) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.q.Silent {
		return
	}
	o.flush(false)
	kind := "update_display_data"
	if !o.shown.progress {
		if time.Since(o.last) < quiet { // what the cell shows tells enough
			return
		}
		kind, o.shown.progress = "display_data", true
		o.lines++
	}
	o.k.publish(kind, o.r.Raw, displayed(b, o.progressID()))
}

// progressID is the display of the line.
func (o *output) progressID() string { return fmt.Sprintf("progress-%s-%d", o.r.Header.ID, o.lines) }

// replaceProgress lets what comes now take the place of a line with nothing before it.
func (o *output) replaceProgress() {
	if o.shown.progress && !o.shown.long && len(o.shown.messages) == 0 {
		o.k.publish("clear_output", o.r.Raw, content{"wait": true})
		o.shown.progress = false
	}
}

// unprogress takes the line away; more reports whether something else follows.
func (o *output) unprogress(more bool) {
	if !o.shown.progress {
		return
	}
	if o.shown.long {
		o.k.publish("update_display_data", o.r.Raw, displayed(display.Text(""), o.progressID()))
		return
	}
	o.k.publish("clear_output", o.r.Raw, content{"wait": more || len(o.shown.messages) > 0})
	for _, m := range o.shown.messages {
		o.k.publish(m.kind, o.r.Raw, m.c)
	}
}
