package tests

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"raido/backend/cl"
	"raido/display"
	"raido/kernel/session"
	"raido/tests/load"
)

// watched is a book that shows how far cells are.
type watched struct {
	*book
	mu    sync.Mutex
	lines []string
	times []time.Time
	seen  func() // at each line
}

func (w *watched) Progress(b display.Bundle) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lines = append(w.lines, b.Plain())
	w.times = append(w.times, time.Now())
	if w.seen != nil {
		w.seen()
	}
}

func (w *watched) run(ctx context.Context, code string, silent bool) session.Result {
	w.lines, w.times = nil, nil
	w.count++
	return w.s.Execute(ctx, code, session.ExecuteOptions{Count: w.count, Store: true, Silent: silent}, w)
}

const (
	slowInterp = "loop x = 1i64 for i < %d do x + reduce (+) 0 (map (\\j -> j * x + i) (iota 1000))"
	slowDevice = "f64.sum (loop xs = replicate 1000000 0f64 for i < %d do let s = f64.sum xs in map (\\x -> f64.cos (x + s) + f64.i64 i) xs)"
)

// TestProgress: a slow cell says how far it is, four times a second; a quick one and a silent one say nothing.
func TestProgress(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	for engine, code := range map[string]string{"interp": slowInterp, "opencl": slowDevice, "worker": slowDevice} {
		t.Run(engine, func(t *testing.T) {
			w := &watched{}
			switch {
			case engine == "worker":
				w.book = isolated(t, "opencl")
			case engine == "opencl" && cl.Available() != nil: // isolated skips by itself
				t.Skip("no OpenCL")
			default:
				w.book = newBook(t, engine)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			w.run(ctx, strings.Replace(code, "%d", "2", 1), false)
			if r := w.run(ctx, "1 + 1", false); r.Err != nil || len(w.lines) > 0 {
				t.Errorf("a quick cell: %v, says %q", r.Err, w.lines)
			}
			if engine == "interp" {
				if w.run(ctx, strings.Replace(code, "%d", "20000", 1), true); len(w.lines) > 0 {
					t.Errorf("a silent cell says %q", w.lines)
				}
			}
			ctx, stop := context.WithCancel(ctx)
			w.seen = func() {
				if len(w.lines) == 5 {
					stop()
				}
			}
			begin := time.Now()
			r := w.run(ctx, strings.Replace(code, "%d", "10000000", 1), false)
			ended := time.Now()
			if r.Err == nil || r.Err.Name != "Interrupted" || len(w.lines) < 5 {
				t.Fatalf("%v %q", r.Err, w.lines)
			}
			if d := w.times[0].Sub(begin); d < 500*time.Millisecond {
				t.Errorf("the first line came after %v", d)
			}
			if d := w.times[4].Sub(w.times[0]); d < 990*time.Millisecond {
				t.Errorf("five lines in %v", d)
			}
			if d := ended.Sub(w.times[4]); d > load.Bound(2*time.Second) {
				t.Errorf("the interrupt took %v", d)
			}
			want := regexp.MustCompile(`^running,( kernel [^,]+,)? iteration [1-9]\d* of 10000000,( [\d.]+ .?B in use,)? \d+\.\d s$`)
			if engine != "interp" {
				want = regexp.MustCompile(`^running, kernel [^,]+, iteration [1-9]\d* of 10000000, [\d.]+ MB in use, \d+\.\d s$`)
			}
			if last := w.lines[4]; !want.MatchString(last) {
				t.Errorf("the cell says %q", last)
			}
			if text := strings.Join(r.Err.Traceback, "\n"); !strings.Contains(text, "it was "+w.lines[len(w.lines)-1]) {
				t.Errorf("the error does not say how far the cell was:\n%s", text)
			}
		})
	}
}
