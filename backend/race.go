package backend

import (
	"context"
	"errors"
	"time"

	"raido/lang/diag"
)

// patience is how long the interpreter has a small program for itself. A program on which it has spent more
// in all its runs is one that the device should have.
const patience = 20 * time.Millisecond

// answer is what a run on one engine gave.
type answer struct {
	out  []Value
	prof *Profile
	err  error
	bug  any // what it panicked with
}

// errNotRun is the answer of a device that was not needed.
var errNotRun = errors.New("not run")

// final tells whether an answer is one for the user whatever the other engine says. One engine may lack the
// memory, and a device may be unable to build or to run the program.
func (a *answer) final() bool {
	var d *diag.Diag
	if a.err == nil || !errors.As(a.err, &d) {
		return a.err == nil // a bug is one of ours
	}
	return d.Class == diag.Runtime || d.Class == diag.Interrupt
}

// or is the better one of an answer that is not final and another.
func (a *answer) or(b *answer) *answer {
	if a.err == errNotRun || b.final() {
		return b
	}
	return a
}

// race runs the program on the interpreter, and after a delay on the device as well. Note [Race].
func (p *autoProgram) race(ctx context.Context, args []Value, delay time.Duration) ([]Value, *Profile, error) {
	hostCtx, stopHost := context.WithCancel(ctx)
	defer stopHost()
	answered := make(chan struct{}) // unless the run is cancelled, which is for both
	defer func() {
		if ctx.Err() == nil {
			close(answered)
		}
	}()
	host := p.start(args, func(args []Value) ([]Value, *Profile, error) { return p.runHost(hostCtx, args) })
	device := p.start(args, func(args []Value) ([]Value, *Profile, error) { return p.runBeside(ctx, args, delay, answered) })
	var a *answer
	late := host
	select {
	case a = <-host:
		if late = device; !a.final() {
			a, late = a.or(<-device), nil
		}
	case a = <-device:
		if why := a.err; !a.final() {
			a, late = a.or(<-host), nil
			if a.prof != nil && why != errNotRun {
				a.prof.Fallback = "ran on the interpreter: " + why.Error()
			}
		}
	}
	if late != nil {
		p.e.background.Go(func() { releaseAll((<-late).out) })
	}
	if a.bug != nil {
		panic(a.bug)
	}
	return a.out, a.prof, a.err
}

// start runs f on the arguments in the background.
func (p *autoProgram) start(args []Value, f func(args []Value) ([]Value, *Profile, error)) <-chan *answer {
	kept := make([]Value, len(args))
	for i, a := range args {
		kept[i] = a.Retain()
	}
	out := make(chan *answer, 1)
	p.e.background.Go(func() {
		a := &answer{}
		defer func() {
			a.bug = recover()
			releaseAll(kept)
			out <- a
		}()
		a.out, a.prof, a.err = f(kept)
	})
	return out
}

// runHost runs the program on the interpreter and keeps account of the time.
func (p *autoProgram) runHost(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	begin := time.Now()
	defer func() { p.spent.Add(int64(time.Since(begin))) }()
	return p.small.Run(ctx, args)
}

// runBeside runs the program on the device after a delay, unless there is an answer by then. Once it has begun only ctx stops
// it, and not even that after the answer: it makes the device program, which then is there for the next time.
func (p *autoProgram) runBeside(ctx context.Context, args []Value, delay time.Duration, answered <-chan struct{}) ([]Value, *Profile, error) {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-answered:
		return nil, nil, errNotRun
	case <-ctx.Done():
		return nil, nil, errNotRun
	}
	select { // one at a time for each program
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-answered:
		return nil, nil, errNotRun
	case <-ctx.Done():
		return nil, nil, errNotRun
	}
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		select {
		case <-answered:
		default:
			cancel()
		}
	})()
	large, err := p.onDevice(own)
	if err != nil {
		return nil, nil, err
	}
	if f, ok := large.(*fallbackProgram); ok { // the interpreter runs already
		return nil, nil, errors.New(f.why)
	}
	return p.runOn(own, large, args)
}

// Note [Race]
//
// Building a device program takes a fraction of a second, or a few seconds if it is large; in that time the interpreter
// does some ten million operations. A program that is neither small nor certain to be large therefore starts on both, and whoever ends
// first answers. The interpreter is stopped if it lost. The device is not: what it has built is there for the next run, which
// then goes to the device alone. A small program starts on the interpreter, and on the device if it takes longer than patience, or has taken
// longer in all its runs.
//
// Both engines give the same integers and the same failures. Floats may differ in their last bits, since sums are taken in
// another order and functions are rounded differently, and which engine answers depends on time: so a cell that is run again may show other last
// bits once its device program is there, and the same ones from then on. An engine asked for by name is never left for
// another.
