//go:build linux

package faults

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"raido/backend/engines"
	"raido/display"
	"raido/kernel/session"
	"raido/tests/load"
)

// book drives a session as a kernel does, and keeps what the cells say on the side.
type book struct {
	t     *testing.T
	s     session.Session
	count int

	mu     sync.Mutex
	stream strings.Builder
}

// opening is held while an engine is opened: how its worker starts is known to the process as a whole.
var opening sync.Mutex

// newBook is a notebook on an engine ("" is a notebook's own choice), whose worker has these settings of the environment besides.
func newBook(t *testing.T, engine string, env ...string) *book {
	t.Helper()
	opening.Lock()
	defer opening.Unlock()
	engines.Isolate(append(append([]string{"env"}, env...), raido, "worker")...)
	b := &book{t: t, s: session.New(engine)}
	t.Cleanup(func() { b.s.Shutdown(false) })
	b.want("1 + 1i64", "2 : i64")
	return b
}

// cell runs a cell; it must end within the time that is given, or so much more as the machine is busy.
func (b *book) cell(ctx context.Context, code string, within time.Duration) session.Result {
	b.t.Helper()
	b.count++
	ended := make(chan session.Result, 1)
	go func() { ended <- b.s.Execute(ctx, code, session.ExecuteOptions{Count: b.count, Store: true}, b) }()
	select {
	case r := <-ended:
		return r
	case <-time.After(load.Bound(within)):
		b.t.Fatalf("no answer within %v:\n%s", load.Bound(within), code)
		return session.Result{}
	}
}

// patience is how long a cell may take that has nothing to wait for.
const patience = 20 * time.Second

// want runs a cell that must show that.
func (b *book) want(code, want string) {
	b.t.Helper()
	r := b.cell(context.Background(), code, patience)
	if r.Err != nil {
		b.t.Errorf("%s\nfails: %s", code, strings.Join(r.Err.Traceback, "\n"))
	} else if got := r.Value.Plain(); got != want {
		b.t.Errorf("%s\ngives %q, want %q", code, got, want)
	}
}

// said is what cells have said on the side since it was last asked for.
func (b *book) said() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.stream.String()
	b.stream.Reset()
	return s
}

// Stream implements session.Output.
func (b *book) Stream(_, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stream.WriteString(text)
}

func (b *book) Display(display.Bundle, string) {}
func (b *book) Update(display.Bundle, string)  {}
func (b *book) Clear(bool)                     {}
func (b *book) Input(context.Context, string, bool) (string, error) {
	return "", errors.New("no input in tests")
}

// cameOf is what came of a cell, for the table.
func cameOf(r session.Result) string {
	if r.Err == nil {
		return "answered"
	}
	return fmt.Sprintf("error %s", r.Err.Name)
}
