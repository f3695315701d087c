package tests

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"raido/backend/cl"
	"raido/backend/engines"
	"raido/display"
	"raido/kernel/session"
)

// engineNames are the engines that can run here.
func engineNames(t *testing.T) []string {
	if err := cl.Available(); err != nil {
		t.Logf("SKIP opencl: %v", err)
		return []string{"interp"}
	}
	return []string{"interp", "opencl"}
}

// book drives a session as a kernel does, and keeps what the cells show.
type book struct {
	t     *testing.T
	s     session.Session
	count int
	ctx   context.Context

	mu     sync.Mutex
	stream strings.Builder
	shown  []display.Bundle

	part  string // of a line of progress, at which event is called once
	event func()
}

func newBook(t *testing.T, engine string) *book {
	b := &book{t: t, s: session.New(engine), ctx: context.Background()}
	t.Cleanup(func() { b.s.Shutdown(false) })
	return b
}

// cell runs a cell.
func (b *book) cell(code string) session.Result {
	b.count++
	return b.s.Execute(b.ctx, code, session.ExecuteOptions{Count: b.count, Store: true}, b)
}

// run runs a cell that must succeed, and gives its value as text.
func (b *book) run(code string) string {
	b.t.Helper()
	r := b.cell(code)
	if r.Err != nil {
		b.t.Fatalf("cell:\n%s\n%s", code, strings.Join(r.Err.Traceback, "\n"))
	}
	return r.Value.Plain()
}

// fails runs a cell that must fail, and gives its error.
func (b *book) fails(code string) *session.Error {
	b.t.Helper()
	r := b.cell(code)
	if r.Err == nil {
		b.t.Fatalf("cell succeeded with %q:\n%s", r.Value.Plain(), code)
	}
	return r.Err
}

func (b *book) Stream(_, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stream.WriteString(text)
}

func (b *book) Display(d display.Bundle, _ string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shown = append(b.shown, d)
}

// when calls f at the first line of progress that has that part.
func (b *book) when(part string, f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.part, b.event = part, f
}

func (b *book) Progress(d display.Bundle) {
	b.mu.Lock()
	f := b.event
	if f == nil || !strings.Contains(d.Plain(), b.part) {
		b.mu.Unlock()
		return
	}
	b.event = nil
	b.mu.Unlock()
	f()
}

func (b *book) Update(d display.Bundle, id string) { b.Display(d, id) }
func (b *book) Clear(bool)                         {}
func (b *book) Input(context.Context, string, bool) (string, error) {
	return "", errors.New("no input in tests")
}

// isolated is a notebook whose device lives in a worker.
func isolated(t *testing.T, engine string) *book {
	if err := cl.Available(); err != nil {
		t.Skipf("%v", err)
	}
	engines.Isolate(build(t), "worker")
	t.Cleanup(func() { engines.Isolate() })
	b := newBook(t, engine)
	b.ctx = context.Background()
	return b
}

// want runs a cell that must show that.
func (b *book) want(code, want string) {
	b.t.Helper()
	if got := b.run(code); got != want {
		b.t.Errorf("%s\ngives %q, want %q", code, got, want)
	}
}

// wantError runs a cell that must fail with all those texts.
func (b *book) wantError(code string, parts ...string) {
	b.t.Helper()
	err := b.fails(code)
	text := err.Name + ": " + err.Value + "\n" + strings.Join(err.Traceback, "\n")
	for _, p := range parts {
		if !strings.Contains(text, p) {
			b.t.Errorf("%s\nfails with\n%s\nwant %q", code, text, p)
		}
	}
}
