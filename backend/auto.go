package backend

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"raido/backend/flat"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/value"
)

// A program goes to the interpreter first if its estimated work is small: a device program takes longer to
// build than the interpreter to run. One that is not done after a short time was estimated wrongly and
// is started again on the device: programs are pure, so nothing is lost. Both limits grow with the program,
// since the time to build does: 20 ms a statement where one kernel holds many.
const (
	smallWork       = 1 << 18
	smallWorkPerStm = 1 << 12
	shortTime       = 60 * time.Millisecond
	shortTimePerStm = 2 * time.Millisecond
)

// auto is the engine of a notebook: small programs run on the interpreter, the others on a device. The
// Profile of a run names the one that ran it.
type auto struct {
	device Engine
	host   *interp
}

func newAuto(device Engine) *auto { return &auto{device, newInterp()} }

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
	out := &autoProgram{e: e, core: p, small: small, stms: statements(p.Entry().Body)}
	if !out.isSmall(nil) {
		if _, err = out.onDevice(ctx); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// autoProgram is a program in both forms.
type autoProgram struct {
	e     *auto
	core  *core.Prog
	small Program
	stms  int64       // how many statements the program has
	slow  atomic.Bool // the interpreter has been too slow once

	mu    sync.Mutex
	large Program // made when it is first needed
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

// isSmall estimates the work with the scalar arguments given; nil knows none of them, and then a program
// whose work depends on them may still turn out small.
func (p *autoProgram) isSmall(args []Value) bool {
	known := map[*core.Var]int64{}
	for i, v := range p.core.Entry().Params {
		if i >= len(args) || !v.Type.IsScalar() || !v.Type.Elem.IsInt() {
			continue
		}
		switch a := args[i].(type) {
		case *hostValue:
			known[v] = a.int64()
		case *clValue:
			known[v] = a.scalar.Int64()
		}
	}
	return flat.Work(p.core, known) < smallWork+p.stms*smallWorkPerStm
}

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

// Run implements Program.
func (p *autoProgram) Run(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	if !p.slow.Load() && p.isSmall(args) {
		short, cancel := context.WithTimeout(ctx, shortTime+time.Duration(p.stms)*shortTimePerStm)
		out, prof, err := p.small.Run(short, args)
		cancel()
		var d *diag.Diag
		if ctx.Err() != nil || !errors.As(err, &d) || d.Class != diag.Interrupt {
			return out, prof, err
		}
		p.slow.Store(true)
	}
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
	return large.Run(ctx, in)
}
