package backend

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"raido/backend/flat"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/value"
)

// What the interpreter does for good, in rough operations, of which it does some fifty million a second: 0.05 seconds' work, or
// somewhat more in a large program. Note [Choice].
const (
	hostWork       = 1 << 21
	hostWorkPerStm = 1 << 13
	maxHostWork    = 1 << 22
	bytesPerWork   = 32 // of arrays, which may have to come to the host or to go to the device
)

// auto is the engine of a notebook: small programs run on the interpreter, the others on a device. The
// Profile of a run names the one that ran it.
type auto struct {
	device Engine
	host   *interp
	told   atomic.Bool // that there is no device
}

func newAuto(device Engine) *auto { return &auto{device: device, host: newInterp()} }

// Name implements Engine.
func (e *auto) Name() string { return e.device.Name() }

// Device implements Engine.
func (e *auto) Device() string { return e.device.Device() }

// Passes implements Engine: both engines take the same.
func (e *auto) Passes() []Pass { return e.device.Passes() }

// MemoryInUse implements Engine.
func (e *auto) MemoryInUse() int64 { return e.device.MemoryInUse() + e.host.MemoryInUse() }

// Close implements Engine.
func (e *auto) Close() { e.device.Close() }

// Warm prepares the device's compiler.
func (e *auto) Warm() { Warm(e.device) }

// Upload implements Engine. The value stays on the host until a program on the device takes it.
func (e *auto) Upload(ctx context.Context, v value.Value) (Value, error) {
	return e.host.Upload(ctx, v)
}

// Compile implements Engine.
func (e *auto) Compile(ctx context.Context, p *core.Prog) (Program, error) {
	small, err := e.host.Compile(ctx, p)
	if err != nil {
		return nil, err
	}
	a := &autoProgram{e: e, core: p, small: small, limit: min(hostWork+statements(p.Entry().Body)*hostWorkPerStm, maxHostWork)}
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			t, ok := s.Exp.(*core.Assert)
			a.traces = a.traces || ok && t.Trace
		})
	}
	return a, nil
}

// autoProgram is a program in both forms.
type autoProgram struct {
	e      *auto
	core   *core.Prog
	small  Program
	limit  int64 // the work from which on it is the device's
	traces bool  // which devices cannot

	mu    sync.Mutex
	large Program // made when it is first needed
}

// Run implements Program.
func (p *autoProgram) Run(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	if p.traces {
		return p.small.Run(ctx, args)
	}
	if p.work(args) < p.limit {
		out, prof, err := p.small.Run(eval.WithBudget(ctx, p.limit+p.limit/2), args)
		if !errors.Is(err, eval.ErrBudget) {
			return out, prof, err
		}
	}
	out, prof, err := p.runLarge(ctx, args)
	var d *diag.Diag
	if !errors.As(err, &d) || d.Class != diag.Device && d.Class != diag.Unsupported {
		return out, prof, err
	}
	if lost, _ := WorkerLost(err); lost {
		return nil, nil, err
	}
	if out, prof, err = p.small.Run(ctx, args); err == nil {
		prof.Fallback = p.e.fallback(d)
	}
	return out, prof, err
}

// fallback is what to say of a run that the device could not do. That there is no device is said once.
func (e *auto) fallback(why *diag.Diag) string {
	switch {
	case why.Code != codeNoDevice:
		return "ran on the interpreter: " + why.Error()
	case e.told.Swap(true):
		return ""
	}
	return "no OpenCL device, running on the interpreter: " + why.Error()
}

// runLarge runs the program on the device.
func (p *autoProgram) runLarge(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	large, err := p.onDevice(ctx)
	if err != nil {
		return nil, nil, err
	}
	if f, ok := large.(*fallbackProgram); ok { // the interpreter is ours
		return nil, nil, &diag.Diag{Class: diag.Unsupported, Msg: f.why}
	}
	in := make([]Value, len(args))
	defer releaseAll(in)
	for i, a := range args {
		h, ok := a.(*hostValue)
		if !ok {
			in[i] = a.Retain()
			continue
		}
		up, err := h.on(ctx, p.e.device)
		if err != nil {
			return nil, nil, err
		}
		in[i] = up
	}
	return large.Run(context.WithValue(ctx, copyKey{}, true), in)
}

// onDevice is the form for the device.
func (p *autoProgram) onDevice(ctx context.Context) (Program, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.large == nil {
		large, err := p.e.device.Compile(ctx, p.core)
		if err != nil {
			return nil, err
		}
		p.large = large
	}
	return p.large, nil
}

// work estimates the work with the scalar arguments given, and what the arrays among them cost that may be in the other place.
func (p *autoProgram) work(args []Value) int64 {
	work := flat.Work(p.core, knownInts(p.core, args))
	for _, a := range args {
		n := int64(a.Elem().Size())
		for _, d := range a.Shape() {
			n *= d
		}
		work += n / bytesPerWork
	}
	return work
}

// knownInts are the integers among the arguments.
func knownInts(p *core.Prog, args []Value) map[*core.Var]int64 {
	known := map[*core.Var]int64{}
	for i, v := range p.Entry().Params {
		if i >= len(args) || !v.Type.IsScalar() || !v.Type.Elem.IsInt() {
			continue
		}
		switch a := args[i].(type) {
		case *hostValue:
			known[v] = a.int64()
		case *clValue:
			known[v] = a.scalar.Int64()
		case *remoteValue:
			known[v] = a.scalar.Int64()
		}
	}
	return known
}

// statements counts the statements of a body and of the bodies inside.
func statements(b core.Body) int64 {
	n := int64(0)
	core.Walk(b, func(core.Stm) { n++ })
	return n
}

// Note [Choice]
//
// Which engine runs a program is a matter of the program and of its arguments alone, never of time: the same notebook gives the same numbers
// wherever it runs, however busy the machine is and whatever ran before. Integers and failures are the same on both engines anyway; floats may
// differ in their last bits, since sums are taken in another order and functions are rounded differently.
//
// Building a device program takes 35 ms for each kernel, half a second more for the first one of a process; the interpreter does
// a million operations in the time of one. So a program has a limit that grows with its statements, and up to a point: what is
// estimated to be less work is the interpreter's, for good, and what is more the device's, from the first run on. The estimate knows the integers among the
// arguments, and the sizes that follow from them. What it cannot know, how often a while loop turns or how much a filter
// leaves, counts once; so the interpreter has a budget of half as much again as the limit, counted in operations, not in time. If that is spent the device begins from the start.
//
// Programs that show values on the side are the interpreter's. What the device's driver refuses or cannot build runs on the
// interpreter, which is said; so does everything once there is no device any more. An engine that was asked for by name is never left for another.
