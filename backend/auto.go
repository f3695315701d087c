package backend

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"raido/backend/flat"
	"raido/lang/core"
	"raido/lang/value"
)

// The interpreter takes some 30 ns for an operation. A program whose estimated work it does within a few
// milliseconds is left to it, since a device program takes longer to build; this grows with the program, as
// the time to build does. One of which it is known that it would take the interpreter seconds is the
// device's alone. In between, both start: Note [Race].
const (
	smallWork       = 1 << 18
	smallWorkPerStm = 1 << 12
	raceWork        = 1 << 27
	deviceWork      = 1 << 14 // what is less stays on the interpreter even if the device program is there
)

// auto is the engine of a notebook: small programs run on the interpreter, the others on a device. The
// Profile of a run names the one that ran it.
type auto struct {
	device Engine
	host   *interp

	background sync.WaitGroup // runs that may go on after their answer
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
	return &autoProgram{e: e, core: p, small: small, stms: statements(p.Entry().Body), turn: make(chan struct{}, 1)}, nil
}

// autoProgram is a program in both forms.
type autoProgram struct {
	e     *auto
	core  *core.Prog
	small Program
	stms  int64        // how many statements the program has
	spent atomic.Int64 // nanoseconds that the interpreter has run it

	mu    sync.Mutex
	large Program       // made when it is first needed
	turn  chan struct{} // held by the run that is on the device beside the interpreter
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

// built tells whether the device could run the program at once, for arguments like these.
func (p *autoProgram) built(args []Value) bool {
	if !p.mu.TryLock() { // it is being made
		return false
	}
	defer p.mu.Unlock()
	b, ok := p.large.(interface{ built(args []Value) bool })
	return ok && b.built(args)
}

// work estimates the work with the scalar arguments given; unknownWork if it depends on anything else.
func (p *autoProgram) work(args []Value) int64 {
	return flat.Work(p.core, knownInts(p.core, args))
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

func (p *autoProgram) isSmall(work int64) bool { return work < smallWork+p.stms*smallWorkPerStm }

// statements counts the statements of a body and of the bodies inside.
func statements(b core.Body) int64 {
	n := int64(len(b.Stms))
	for _, s := range b.Stms {
		s.Exp.Map(core.Mapper{
			Body:   func(b core.Body) core.Body { n += statements(b); return b },
			Lambda: func(l *core.Lambda) *core.Lambda { n += statements(l.Body); return l },
		})
	}
	return n
}

type steadyKey struct{}

// Steady asks the runs under ctx to take the engine that the estimated work calls for, and no other: what is timed should
// not change engines.
func Steady(ctx context.Context) context.Context { return context.WithValue(ctx, steadyKey{}, true) }

// Run implements Program.
func (p *autoProgram) Run(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	work := p.work(args)
	switch {
	case ctx.Value(steadyKey{}) != nil || ctx.Value(profileKey{}) != nil:
		if p.isSmall(work) {
			return p.small.Run(ctx, args)
		}
		return p.runLarge(ctx, args)
	case p.built(args) && work >= deviceWork, work > raceWork && work < flat.UnknownWork:
		return p.runLarge(ctx, args)
	case !p.isSmall(work) || time.Duration(p.spent.Load()) > patience:
		return p.race(ctx, args, 0)
	}
	return p.race(ctx, args, patience)
}

// runLarge runs the program on the device alone.
func (p *autoProgram) runLarge(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	large, err := p.onDevice(ctx)
	if err != nil {
		return nil, nil, err
	}
	return p.runOn(ctx, large, args)
}

// runOn brings host values to the device for a run there.
func (p *autoProgram) runOn(ctx context.Context, large Program, args []Value) ([]Value, *Profile, error) {
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
