package notebook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"raido/display"
	"raido/kernel/session"
)

// Options say how a notebook is executed.
type Options struct {
	Timeout     time.Duration // of a cell; 0 for none
	AllowErrors bool          // go on after a cell that fails
}

// CellError is a cell that failed.
type CellError struct {
	Cell    int // from 1, of all cells
	Count   int // In [Count]
	Failure *session.Error
}

// Error implements error.
func (e *CellError) Error() string {
	return fmt.Sprintf("cell %d (In [%d]): %s: %s", e.Cell, e.Count, e.Failure.Name, e.Failure.Value)
}

// Execute runs the code cells in order and puts what they show into the notebook. It stops at the first cell that
// fails, with a *CellError, unless errors are allowed for all cells or, by the tag raises-exception, for that one;
// cells after it have no outputs then. Cells tagged skip-execution stay as they are. The error of a cancelled
// context is that of ctx.
func (nb *Notebook) Execute(ctx context.Context, s session.Session, o Options) error {
	nb.identify(s.Info())
	r := &recorder{byID: map[string][]*Output{}}
	count, failed := 0, error(nil)
	for i, c := range nb.Cells {
		if c.Type != "code" || c.tagged("skip-execution") {
			continue
		}
		c.Count, c.Outputs = 0, nil
		if failed != nil || strings.TrimSpace(c.Source) == "" {
			continue
		}
		count++
		c.Count = count
		if e := r.run(ctx, s, c, o.Timeout); e != nil && !o.AllowErrors && !c.tagged("raises-exception") {
			failed = &CellError{Cell: i + 1, Count: count, Failure: e}
		}
		if err := ctx.Err(); err != nil {
			failed = err
		}
	}
	return failed
}

// identify writes into the metadata what language the notebook is in.
func (nb *Notebook) identify(info session.Info) {
	meta, _ := nb.fields["metadata"].(map[string]any)
	if meta == nil {
		meta = map[string]any{}
		nb.fields["metadata"] = meta
	}
	var language map[string]any // keys sorted, as in what is read
	if text, err := json.Marshal(info.Language); err == nil && decode(text, &language) == nil {
		meta["language_info"] = language
	}
	if meta["kernelspec"] == nil {
		meta["kernelspec"] = map[string]any{"name": "raido", "display_name": "Raido (Futhark)", "language": "futhark"}
	}
}

// tagged reports whether the cell has that tag.
func (c *Cell) tagged(tag string) bool {
	meta, _ := c.fields["metadata"].(map[string]any)
	tags, _ := meta["tags"].([]any)
	return slices.Contains(tags, any(tag))
}

// maxText is how much text of a cell is kept, as the kernel keeps it.
const maxText = 10 << 20

// recorder is the session.Output of one cell after another: it keeps what a front end would keep.
type recorder struct {
	mu      sync.Mutex
	cell    *Cell // nil between cells
	byID    map[string][]*Output
	clear   bool // before the next output
	printed int
}

// run executes a cell.
func (r *recorder) run(ctx context.Context, s session.Session, c *Cell, timeout time.Duration) *session.Error {
	r.mu.Lock()
	r.cell, r.clear, r.printed = c, false, 0
	r.mu.Unlock()
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	res := s.Execute(ctx, c.Source, session.ExecuteOptions{Count: c.Count, Store: true}, r)
	if res.Err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		msg := fmt.Sprintf("the cell took longer than %v and was stopped (--timeout)", timeout)
		res.Err = &session.Error{Name: "Timeout", Value: msg, Traceback: []string{"Timeout: " + msg}}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !res.Value.Empty() {
		r.add(&Output{Type: "execute_result", Bundle: res.Value.Clean(), Count: c.Count})
	}
	if res.Err != nil {
		r.add(&Output{Type: "error", Failure: *res.Err})
	}
	r.cell = nil
	return res.Err
}

// add puts an output behind the others.
func (r *recorder) add(o *Output) {
	o.made = true
	if r.cell == nil {
		return
	}
	if r.clear {
		r.cell.Outputs, r.clear = nil, false
	}
	r.cell.Outputs = append(r.cell.Outputs, o)
}

// Stream implements session.Output: texts of one stream that follow each other are one output.
func (r *recorder) Stream(name, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cell == nil || text == "" || r.printed > maxText {
		return
	}
	if r.printed += len(text); r.printed > maxText {
		text = fmt.Sprintf("%s\n[output cut: the cell printed more than %d MB]\n", strings.ToValidUTF8(text[:len(text)-(r.printed-maxText)], ""), maxText>>20)
	}
	if n := len(r.cell.Outputs); n > 0 && !r.clear {
		if last := r.cell.Outputs[n-1]; last.Type == "stream" && last.Name == name {
			last.Text += text
			return
		}
	}
	r.add(&Output{Type: "stream", Name: name, Text: text})
}

// Display implements session.Output.
func (r *recorder) Display(b display.Bundle, id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := &Output{Type: "display_data", Bundle: b.Clean()}
	r.add(o)
	if id != "" {
		r.byID[id] = append(r.byID[id], o)
	}
}

// Update implements session.Output: it replaces what any cell has shown under that id.
func (r *recorder) Update(b display.Bundle, id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range r.byID[id] {
		o.Bundle = b.Clean()
	}
}

// Clear implements session.Output.
func (r *recorder) Clear(wait bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.clear = wait; !wait && r.cell != nil {
		r.cell.Outputs = nil
	}
}

// Input implements session.Output: nobody is there to answer.
func (r *recorder) Input(context.Context, string, bool) (string, error) {
	return "", errors.New("input was asked for, but nobody is there to answer")
}
