package backend

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/load"
)

const countTo = `fun main (n: i64) (k: i64) (xs: [n]i64) : (r: [n]i64) (s: i64) =
	let (r: [n]i64) = map n (xs) (\(x: i64) : (i64) ->
		let (y: i64) = loop (a: i64 = x) for (i: i64) < k do
			let (b: i64) = mul.i64 a a
			let (c: i64) = add.i64 b i
			in (c)
		in (y))
	let (s: i64) = reduce n (r) (0i64) ` + addI + `
	in (r, s)`

// TestConcurrentRuns: many runs of one program at a time, small and large, on the notebook's engine, give
// what one run gives. Run it with -race.
func TestConcurrentRuns(t *testing.T) {
	dev := device(t)
	e := newAuto(dev)
	p, err := e.Compile(t.Context(), parse(t, countTo))
	if err != nil {
		t.Fatal(err)
	}
	in := newInterp()
	ip, err := in.Compile(t.Context(), parse(t, countTo))
	if err != nil {
		t.Fatal(err)
	}
	shared, err := e.Upload(t.Context(), ints(prim.I64, 30000))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			n := []int64{10, 30000}[g%2]
			args := []value.Value{i64(n), i64(int64(20 + g)), ints(prim.I64, n)}
			want, err := runOn(in, ip, args)
			if err != nil {
				t.Error(err)
				return
			}
			for range 4 {
				got, err := runOn(e, p, args)
				if err != nil {
					t.Error(err)
				} else if !same(got[0], want[0]) || !same(got[1], want[1]) {
					t.Errorf("n=%d: another result", n)
				}
			}
			if n == 30000 {
				a, b := &hostValue{engine: e.host, v: i64(n)}, &hostValue{engine: e.host, v: i64(1)}
				out, _, err := p.Run(t.Context(), []Value{a, b, shared})
				if err != nil {
					t.Error(err)
				}
				releaseAll(out)
			}
		})
	}
	wait.Wait()
	shared.Release()
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}

func class(err error) string {
	var d *diag.Diag
	if errors.As(err, &d) {
		return fmt.Sprint(d.Class, " ", d.Msg)
	}
	return fmt.Sprint(err)
}

// TestCancelStages: a cancelled context ends everything that takes one, also while another program has the
// device, and what comes after is not touched.
func TestCancelStages(t *testing.T) {
	e := device(t)
	want := class(diag.Interrupted())
	p, err := e.Compile(t.Context(), parse(t, countTo))
	if err != nil {
		t.Fatal(err)
	}
	up := func(v value.Value) Value {
		x, err := e.Upload(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	args := []Value{up(i64(1000)), up(i64(1 << 40)), up(ints(prim.I64, 1000))}
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
	if _, err := e.Compile(short, parse(t, countTo)); class(err) != want {
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
	releaseAll(out)
	releaseAll(args)
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}

// TestCloseWhileRunning: Close interrupts what runs; afterwards every call is refused, and values may still
// be released.
func TestCloseWhileRunning(t *testing.T) {
	e, err := newOpenCL()
	if err != nil {
		t.Skip(err)
	}
	p, err := e.Compile(t.Context(), parse(t, countTo))
	if err != nil {
		t.Fatal(err)
	}
	var args []Value
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
	want := class(closedError())
	if _, _, err := p.Run(t.Context(), args); class(err) != want {
		t.Errorf("run: %v", err)
	}
	if _, err := args[2].Host(t.Context()); class(err) != want {
		t.Errorf("host: %v", err)
	}
	if _, err := e.Upload(t.Context(), ints(prim.I64, 10)); class(err) != want {
		t.Errorf("upload: %v", err)
	}
	if _, err := e.Compile(t.Context(), parse(t, countTo)); class(err) != want {
		t.Errorf("compile: %v", err)
	}
	e.Warm()
	releaseAll(args)
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}
