package session

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"raido/backend"
	"raido/display"
	"raido/lang/core"
	"raido/lang/diag"
)

// ProgressOutput is an Output that can show how far a cell is.
type ProgressOutput interface {
	Output
	// Progress shows a bundle in place of the one before; it is gone when the cell has ended.
	Progress(b display.Bundle)
}

// A cell that takes longer than patience says how far it is, every so often.
const (
	patience      = 500 * time.Millisecond
	progressEvery = 250 * time.Millisecond
)

// progress is how far a cell is. A nil one is of a cell that nobody watches.
type progress struct {
	out   ProgressOutput
	begin time.Time
	phase atomic.Pointer[string]
	runs  backend.Progress

	mu    sync.Mutex // taken before the output's
	timer *time.Timer
	ended bool
	last  string // line shown
}

// watch begins to tell how far the cell is, if its output can show it.
func (c *cell) watch() {
	out, ok := c.out.(ProgressOutput)
	if !ok || c.silent {
		return
	}
	p := &progress{out: out, begin: time.Now()}
	c.progress, c.ctx = p, backend.WithProgress(c.ctx, &p.runs)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(patience, p.show)
}

// at notes what the cell does now.
func (c *cell) at(phase string) {
	if c.progress != nil {
		c.progress.phase.Store(&phase)
	}
}

// show shows a line, and the next one later.
func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.out.Progress(p.line())
		p.timer.Reset(progressEvery)
	}
}

// end shows no more lines, and gives the last one that was shown.
func (p *progress) end() (last string) {
	if p == nil {
		return ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer.Stop()
	p.ended = true
	return p.last
}

// line is the phase, and how far the run is that goes on.
func (p *progress) line() display.Bundle {
	phase := "working"
	if s := p.phase.Load(); s != nil {
		phase = *s
	}
	run, running := p.runs.Now()
	if run.Compiling && run.Done == 0 {
		phase = "compiling"
	}
	parts := []string{phase}
	if how := run.String(); how != "" {
		parts = append(parts, how)
	}
	text := strings.Join(append(parts, fmt.Sprintf("%.1f s", time.Since(p.begin).Seconds())), ", ")
	p.last = text
	bar := ""
	if running && run.Of > 0 {
		bar = fmt.Sprintf(`<progress value="%d" max="%d"></progress> `, run.Done, run.Of)
	}
	return display.Text(text).With(display.MIMEHTML, `<div style="opacity:0.7">`+bar+html.EscapeString(text)+`</div>`)
}

// differentiates reports whether a program has derivatives.
func differentiates(p *core.Prog) bool {
	found := false
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			if _, ok := s.Exp.(*core.Diff); ok {
				found = true
			}
		})
	}
	return found
}

// watched ends the lines of a cell. One that was interrupted says how far it was.
func (c *cell) watched(res Result) Result {
	last := c.progress.end()
	if last == "" || res.Err == nil || res.Err.Name != string(diag.Interrupt) {
		return res
	}
	e := *res.Err
	e.Traceback = append(slices.Clone(e.Traceback), "it was "+last)
	res.Err = &e
	return res
}
