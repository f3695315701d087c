package backend

import (
	"context"
	"errors"
	"testing"
	"time"

	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
)

// autoRun runs a program of the notebook's engine and tells which engine answered.
func autoRun(t *testing.T, ctx context.Context, p Program, args ...Value) string {
	t.Helper()
	out, prof, err := p.Run(ctx, args)
	if err != nil {
		t.Fatal(err)
	}
	releaseAll(out)
	return prof.Engine
}

func upload(t *testing.T, e Engine, v value.Value) Value {
	t.Helper()
	x, err := e.Upload(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestAuto: the notebook's engine leaves small programs to the interpreter. One that takes longer is on the device after its
// first run, and stays there; its arguments are brought there once.
func TestAuto(t *testing.T) {
	dev := device(t)
	e := newAuto(dev)
	p, err := e.Compile(t.Context(), parse(t, countTo))
	if err != nil {
		t.Fatal(err)
	}
	xs := upload(t, e, ints(prim.I64, 1000))
	n := upload(t, e, i64(1000))
	if got := autoRun(t, t.Context(), p, n, upload(t, e, i64(3)), xs); got != "interp" {
		t.Errorf("a small run went to %s", got)
	}
	e.background.Wait()
	if n := dev.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes on the device", n)
	}
	k := upload(t, e, i64(1000))
	autoRun(t, t.Context(), p, n, k, xs) // on whichever is faster
	e.background.Wait()
	dev.saves.Wait() // the device is free
	for range 2 {
		if got := autoRun(t, t.Context(), p, n, k, xs); got != "opencl" {
			t.Errorf("a large run that was built went to %s", got)
		}
		if n := dev.MemoryInUse(); n != 8192 {
			t.Errorf("%d bytes on the device, want one copy of the argument", n)
		}
	}
	xs.Release()
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}

const countWhile = `fun main (n: i64) : (r: i64) =
	let (r: i64) = loop (a: i64 = 0i64) while
			let (t: bool) = lt.i64 a n
			in (t)
		do
			let (b: i64) = add.i64 a 1i64
			in (b)
	in (r)`

// TestRace: a program that was estimated small and takes long is answered by the device; with Steady there is no change of
// engines.
func TestRace(t *testing.T) {
	e := newAuto(device(t))
	p, err := e.Compile(t.Context(), parse(t, countWhile))
	if err != nil {
		t.Fatal(err)
	}
	few, many := upload(t, e, i64(100)), upload(t, e, i64(1<<40))
	if got := autoRun(t, t.Context(), p, few); got != "interp" {
		t.Errorf("a short loop went to %s", got)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, _, err := p.Run(ctx, []Value{many}); class(err) != class(interrupted()) {
		t.Errorf("interrupted: %v", err)
	}
	e.background.Wait()
	if got := autoRun(t, t.Context(), p, upload(t, e, i64(200_000_000))); got != "opencl" {
		t.Errorf("a long loop went to %s", got)
	}
	e.background.Wait()
	if got := autoRun(t, Steady(t.Context()), p, few); got != "interp" {
		t.Errorf("a steady short loop went to %s", got)
	}
}

// TestRaceHot: a small program that is run again and again gets its device program, and every run gives the same.
func TestRaceHot(t *testing.T) {
	e := newAuto(device(t))
	p, err := e.Compile(t.Context(), parse(t, countTo))
	if err != nil {
		t.Fatal(err)
	}
	xs, n, k := upload(t, e, ints(prim.I64, 500)), upload(t, e, i64(500)), upload(t, e, i64(100))
	var first value.Value
	for begin := time.Now(); time.Since(begin) < 30*time.Second; {
		out, prof, err := p.Run(t.Context(), []Value{n, k, xs})
		if err != nil {
			t.Fatal(err)
		}
		v, err := out[0].Host(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = v
		} else if !same(v, first) {
			t.Fatal("another result")
		}
		releaseAll(out)
		if prof.Engine == "opencl" {
			return
		}
	}
	t.Error("never went to the device")
}

// slowEngine is a device that cannot, or not soon.
type slowEngine struct {
	*interp
	err  error
	wait time.Duration
}

func (e *slowEngine) Compile(context.Context, *core.Prog) (Program, error) {
	time.Sleep(e.wait)
	if e.err != nil {
		return nil, e.err
	}
	return nil, errors.New("no program")
}

// TestRaceLost: while a device program is made the interpreter answers, also when there will be none; a failure of the program is
// an answer like any other.
func TestRaceLost(t *testing.T) {
	for name, dev := range map[string]*slowEngine{
		"slow":   {interp: newInterp(), wait: 2 * time.Second},
		"broken": {interp: newInterp(), err: deviceError(errors.New("no compiler"))},
	} {
		e := newAuto(dev)
		p, err := e.Compile(t.Context(), parse(t, countTo))
		if err != nil {
			t.Fatal(err)
		}
		xs, n, k := upload(t, e, ints(prim.I64, 1000)), upload(t, e, i64(1000)), upload(t, e, i64(1000))
		out, prof, err := p.Run(t.Context(), []Value{n, k, xs})
		if err != nil || prof.Engine != "interp" || (prof.Fallback != "") != (dev.err != nil) {
			t.Errorf("%s: %v, %+v", name, err, prof)
		}
		releaseAll(out)
		xs.Release()
		e.background.Wait()
		if n := e.MemoryInUse(); n != 0 {
			t.Errorf("%s: %d bytes in use", name, n)
		}
	}
}
