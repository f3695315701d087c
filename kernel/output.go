package kernel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"raido/display"
	"raido/kernel/wire"
)

// Bounds of what a cell prints. Servers drop output beyond 1000 messages a second, and browsers choke
// on more text than this.
const (
	flushAfter = 50 * time.Millisecond
	flushBytes = 64 << 10
	maxOutput  = 10 << 20
)

// stdinGrace is how long a front end's stdin channel may take longer to connect than its shell channel.
const stdinGrace = time.Second

// output is the session.Output of one cell: it gathers text into few messages and keeps their order.
type output struct {
	k *kernel
	r *request
	q *wire.ExecuteRequest

	mu      sync.Mutex
	name    string // stream of pending
	pending []byte
	timer   *time.Timer // set when pending waits for it
	printed int         // bytes of text taken
	cut     bool
	closed  bool
	shown   shown
	lines   int       // of progress, each with an id of its own
	last    time.Time // when something else was shown
}

func newOutput(k *kernel, r *request, q *wire.ExecuteRequest) *output {
	return &output{k: k, r: r, q: q}
}

// Stream implements session.Output.
func (o *output) Stream(name, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.cut || text == "" || o.q.Silent {
		return
	}
	if name != "stderr" {
		name = "stdout"
	}
	if name != o.name {
		o.flush(true)
		o.name = name
	}
	if room := maxOutput - o.printed; len(text) > room {
		o.pending = append(o.pending, text[:room]...)
		o.flush(true)
		o.cut = true
		o.send("stderr", fmt.Sprintf("\n[output cut: the cell printed more than %d MB]\n", maxOutput>>20))
		return
	}
	o.last = time.Now()
	o.printed += len(text)
	o.pending = append(o.pending, text...)
	if len(o.pending) >= flushBytes {
		o.flush(false)
	}
	if len(o.pending) > 0 && o.timer == nil {
		o.timer = time.AfterFunc(flushAfter, o.timedFlush)
	}
}

func (o *output) timedFlush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed {
		o.timer = nil
		o.flush(false)
	}
}

// flush sends the pending text. Unless all of it must leave, the bytes of a code point that is not whole
// yet stay for the next time.
func (o *output) flush(all bool) {
	if o.timer != nil {
		o.timer.Stop()
		o.timer = nil
	}
	n := len(o.pending)
	if !all {
		n -= brokenTail(o.pending)
	}
	if n == 0 {
		return
	}
	o.send(o.name, string(o.pending[:n]))
	o.pending = append(o.pending[:0], o.pending[n:]...)
}

// brokenTail is the number of bytes at the end of b that begin a code point but do not finish it.
func brokenTail(b []byte) int {
	for i := 1; i <= min(utf8.UTFMax, len(b)); i++ {
		if c := b[len(b)-i]; utf8.RuneStart(c) {
			if utf8.FullRune(b[len(b)-i:]) {
				return 0
			}
			return i
		}
	}
	return 0
}

func (o *output) send(name, text string) {
	o.replaceProgress()
	o.shown.stream(name, text)
	o.k.publish("stream", o.r.Raw, content{"name": name, "text": text})
}

// message sends something other than text, after the text before it; note takes note of it.
func (o *output) message(msgType string, c content, note func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.q.Silent {
		return
	}
	o.flush(true)
	note()
	o.k.publish(msgType, o.r.Raw, c)
}

// Display implements session.Output.
func (o *output) Display(b display.Bundle, displayID string) { o.show("display_data", b, displayID) }

// Update implements session.Output.
func (o *output) Update(b display.Bundle, displayID string) {
	o.show("update_display_data", b, displayID)
}

func (o *output) show(msgType string, b display.Bundle, displayID string) {
	c := displayed(b, displayID)
	o.message(msgType, c, func() {
		if o.last = time.Now(); msgType == "display_data" {
			o.replaceProgress()
		}
		o.shown.display(msgType, displayID, c)
	})
}

// displayed is the content of a display_data or update_display_data.
func displayed(b display.Bundle, displayID string) content {
	c := bundle(b)
	transient := content{}
	if displayID != "" {
		transient["display_id"] = displayID
	}
	c["transient"] = transient
	return c
}

// Clear implements session.Output.
func (o *output) Clear(wait bool) {
	o.message("clear_output", content{"wait": wait}, func() { o.shown = shown{} })
}

// Input implements session.Output.
func (o *output) Input(ctx context.Context, prompt string, password bool) (string, error) {
	if !o.q.Stdin() {
		return "", errors.New("input was asked for, but this front end does not allow it")
	}
	o.mu.Lock()
	if o.closed {
		o.mu.Unlock()
		return "", errors.New("input was asked for after the cell had ended")
	}
	o.flush(true)
	o.mu.Unlock()
	select { // what was typed before nobody asked
	case <-o.k.input:
	default:
	}
	peer := o.k.stdin.Named(o.r.peer.Identity())
	for end := time.Now().Add(stdinGrace); peer == nil && time.Now().Before(end) && ctx.Err() == nil; {
		time.Sleep(10 * time.Millisecond)
		peer = o.k.stdin.Named(o.r.peer.Identity())
	}
	if peer == nil {
		return "", errors.New("input was asked for, but the front end has no stdin channel")
	}
	frames, err := o.k.codec.Encode(nil, "input_request", o.r.Raw, content{"prompt": prompt, "password": password})
	if err != nil {
		return "", err
	}
	peer.Send(append(slices.Clip(o.r.Route), frames...))
	select {
	case line := <-o.k.input:
		return line, nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// close sends the rest; what comes later is dropped, because nothing may follow idle. more reports whether the cell shows
// something else, its value or an error.
func (o *output) close(more bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush(true)
	o.unprogress(more)
	o.closed = true
}
