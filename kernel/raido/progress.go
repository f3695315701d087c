package main

import (
	"context"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"raido/backend"
)

// A run that takes longer than barAfter shows a bar on stderr, if that is a terminal.
const (
	barAfter = 500 * time.Millisecond
	barEvery = 250 * time.Millisecond
)

// watched lets what runs under the context show how far it is, until the result is called.
func (e *env) watched() (context.Context, func()) {
	f, ok := e.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return e.ctx, func() {}
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		width = 80
	}
	return showProgress(e.ctx, f, width)
}

// showProgress draws a bar on w, a terminal of that width, and takes it away when the result is called.
func showProgress(ctx context.Context, w io.Writer, width int) (context.Context, func()) {
	runs, b := &backend.Progress{}, &bar{w: w, room: max(width-barRoom, 10)}
	var mu sync.Mutex
	ended := false
	var timer *time.Timer
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(barAfter, func() {
		mu.Lock()
		defer mu.Unlock()
		if !ended {
			s, _ := runs.Now()
			b.show(s)
			timer.Reset(barEvery)
		}
	})
	return backend.WithProgress(ctx, runs), func() {
		mu.Lock()
		defer mu.Unlock()
		timer.Stop()
		ended = true
		b.clear()
	}
}

// barRoom is how many columns the bar itself takes, with percents and times.
const barRoom = 46

// bar is the bar of a terminal: of the loop that runs, or one that only shows that something goes on.
type bar struct {
	w    io.Writer
	room int // columns for text
	now  *progressbar.ProgressBar
	of   int64
	done int64
}

func (b *bar) show(s backend.Status) {
	of := s.Of
	if of <= 0 {
		of = -1
	}
	if b.now == nil || of != b.of || s.Done < b.done {
		b.clear()
		b.now = progressbar.NewOptions64(of, progressbar.OptionSetWriter(b.w), progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(20),
			progressbar.OptionSetPredictTime(of > 0), progressbar.OptionSetElapsedTime(true), progressbar.OptionSetSpinnerChangeInterval(0))
		b.of = of
	}
	what := "running"
	if s.Compiling && s.Done == 0 {
		what = "compiling"
	}
	if how := s.String(); how != "" {
		what += ", " + how
	}
	b.done = s.Done
	if len(what) > b.room {
		what = what[:b.room-3] + "..."
	}
	b.now.Describe(what)
	b.now.Set64(s.Done)
}

func (b *bar) clear() {
	if b.now != nil {
		b.now.Clear()
		b.now = nil
	}
}
