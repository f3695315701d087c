package host

import (
	"context"
	"sync"
	"testing"
	"time"

	"raido/backend"
	"raido/backend/enginetest"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/load"
)

// TestCancelStages: a cancelled context ends everything that takes one, also while another program has the
// device, and what comes after is not touched.
func TestCancelStages(t *testing.T) {
	e := device(t)
	want := class(diag.Interrupted())
	p, err := e.Compile(t.Context(), parse(t, enginetest.CountTo))
	if err != nil {
		t.Fatal(err)
	}
	up := func(v value.Value) backend.Value { return enginetest.Upload(t, e, v) }
	args := []backend.Value{up(i64(1000)), up(i64(1 << 40)), up(ints(prim.I64, 1000))}
	long, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, _, err := p.Run(long, args)
		ended <- err
	}()
	for len(e.gate) == 0 {
		time.Sleep(time.Millisecond)
	}
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	stages := map[string]func() error{
		"run":    func() error { _, _, err := p.Run(short, args); return err },
		"host":   func() error { _, err := args[2].Host(short); return err },
		"upload": func() error { _, err := e.Upload(short, ints(prim.I64, 10)); return err },
	}
	for name, f := range stages {
		if got := class(f()); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if _, err := e.Compile(short, parse(t, enginetest.CountTo)); class(err) != want {
		t.Errorf("compile: %s", class(err))
	}
	stop()
	if got := class(<-ended); got != want {
		t.Errorf("the long run: %s", got)
	}
	if d := time.Since(start); d > load.Bound(2*time.Second) {
		t.Errorf("it took %v", d)
	}
	args[1] = up(i64(3))
	out, _, err := p.Run(t.Context(), args)
	if err != nil {
		t.Error(err)
	}
	backend.ReleaseAll(out)
	backend.ReleaseAll(args)
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}

// TestCloseWhileRunning: Close interrupts what runs; afterwards every call is refused, and values may still
// be released.
func TestCloseWhileRunning(t *testing.T) {
	e := opened(t)
	p, err := e.Compile(t.Context(), parse(t, enginetest.CountTo))
	if err != nil {
		t.Fatal(err)
	}
	var args []backend.Value
	for _, v := range []value.Value{i64(1000), i64(1 << 40), ints(prim.I64, 1000)} {
		x, err := e.Upload(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, x)
	}
	ended := make(chan error)
	go func() {
		_, _, err := p.Run(t.Context(), args)
		ended <- err
	}()
	for len(e.gate) == 0 {
		time.Sleep(time.Millisecond)
	}
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(e.Close)
	}
	if got := class(<-ended); got != class(diag.Interrupted()) {
		t.Errorf("the run: %s", got)
	}
	wait.Wait()
	want := class(backend.ClosedError())
	if _, _, err := p.Run(t.Context(), args); class(err) != want {
		t.Errorf("run: %v", err)
	}
	if _, err := args[2].Host(t.Context()); class(err) != want {
		t.Errorf("host: %v", err)
	}
	if _, err := e.Upload(t.Context(), ints(prim.I64, 10)); class(err) != want {
		t.Errorf("upload: %v", err)
	}
	if _, err := e.Compile(t.Context(), parse(t, enginetest.CountTo)); class(err) != want {
		t.Errorf("compile: %v", err)
	}
	e.Warm()
	backend.ReleaseAll(args)
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}
