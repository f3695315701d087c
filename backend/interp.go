package backend

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"raido/ad/dual"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/prim"
	"raido/lang/value"
)

// interp is an interpreter as an engine: the reference interpreter, or that of ad/dual.
type interp struct {
	name, device string
	passes       []Pass
	compile      func(*core.Prog) (run, counted runner)
	inUse        atomic.Int64
	peak         atomic.Int64
	cache        *progCache[Program]
}

// runner runs a program on host values; one that counts gives what it did, too.
type runner func(ctx context.Context, args []value.Value) ([]value.Value, *eval.Counts, error)

func newInterp() *interp {
	return &interp{name: "interp", device: "interpreter", passes: Pipeline, cache: newProgCache[Program](256),
		compile: func(core *core.Prog) (run, counted runner) {
			p := eval.Compile(core)
			run = func(ctx context.Context, args []value.Value) ([]value.Value, *eval.Counts, error) {
				out, err := p.Run(ctx, args)
				return out, nil, err
			}
			counted = func(ctx context.Context, args []value.Value) ([]value.Value, *eval.Counts, error) {
				out, n, err := p.RunCounted(ctx, args)
				return out, &n, err
			}
			return run, counted
		}}
}

func newDual() *interp {
	return &interp{name: "dual", device: "interpreter with dual numbers and tapes", cache: newProgCache[Program](256),
		compile: func(p *core.Prog) (run, counted runner) {
			return func(ctx context.Context, args []value.Value) ([]value.Value, *eval.Counts, error) {
				out, err := dual.Run(ctx, p, args)
				return out, nil, err
			}, nil
		}}
}

// Name implements Engine.
func (e *interp) Name() string { return e.name }

// Device implements Engine.
func (e *interp) Device() string { return e.device }

// Passes implements Engine. That of dual has none: it runs what lowering gives.
func (e *interp) Passes() []Pass { return e.passes }

// MemoryInUse implements Engine.
func (e *interp) MemoryInUse() int64 { return e.inUse.Load() }

// Close implements Engine.
func (e *interp) Close() {}

// Upload implements Engine. An array is shared, not copied: host values are immutable.
func (e *interp) Upload(_ context.Context, v value.Value) (Value, error) { return e.wrap(v) }

func (e *interp) wrap(v value.Value) (Value, error) {
	h := &hostValue{engine: e, v: v}
	h.refs.Store(1)
	switch v := v.(type) {
	case value.Scalar:
		return h, nil
	case *value.Array:
		n := e.inUse.Add(int64(len(v.Data)))
		for p := e.peak.Load(); n > p && !e.peak.CompareAndSwap(p, n); p = e.peak.Load() {
		}
		return h, nil
	}
	return nil, fmt.Errorf("a value of type %T cannot be sent to an engine", v)
}

// Compile implements Engine.
func (e *interp) Compile(ctx context.Context, p *core.Prog) (prog Program, err error) {
	err = diag.Interruptible(ctx, func() error {
		named("eval", p, func() {
			prog, err = e.cache.get(programKey(p), func() (Program, error) {
				out := &interpProgram{engine: e}
				out.run, out.counted = e.compile(p)
				return out, nil
			})
		})
		return err
	})
	return prog, err
}

type interpProgram struct {
	engine       *interp
	run, counted runner // counted may be nil
}

// Run implements Program.
func (p *interpProgram) Run(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	run := p.run
	if p.counted != nil && ctx.Value(countKey{}) != nil {
		run = p.counted
	}
	start := time.Now()
	if t := begins(ctx, p.engine.name, p.engine.MemoryInUse, nil); t != nil {
		defer t.ends()
		ctx = eval.WithProgress(ctx, t.loop)
	}
	p.engine.peak.Store(p.engine.inUse.Load())
	in := make([]value.Value, len(args))
	for i, a := range args {
		v, err := a.Host(ctx)
		if err != nil {
			return nil, nil, err
		}
		in[i] = v
	}
	res, counts, err := run(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	out := make([]Value, len(res))
	for i, v := range res {
		if out[i], err = p.engine.wrap(v); err != nil {
			return nil, nil, err
		}
	}
	return out, &Profile{Engine: p.engine.name, Device: p.engine.Device(), Total: time.Since(start), PeakBytes: p.engine.peak.Load(), Counts: counts}, nil
}

// hostValue is a value of the interpreter.
type hostValue struct {
	engine *interp
	v      value.Value
	refs   atomic.Int32

	mu     sync.Mutex
	device Value // the same on a device, if it was needed there; an array
}

// on is the value on a device, with a reference of its own. The copy of an array stays for later runs, as
// long as the value itself does. A value meets one device only: that of its notebook's engine.
func (h *hostValue) on(ctx context.Context, device Engine) (Value, error) {
	a, ok := h.v.(*value.Array)
	if !ok {
		return device.Upload(ctx, h.v)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.device != nil && Lost(h.device) {
		h.device.Release()
		h.device = nil
	}
	if h.device == nil {
		up, err := device.Upload(ctx, a)
		if err != nil {
			return nil, err
		}
		h.device = up
	}
	return h.device.Retain(), nil
}

// Elem implements Value.
func (h *hostValue) Elem() prim.Type {
	if a, ok := h.v.(*value.Array); ok {
		return a.Elem
	}
	return h.v.(value.Scalar).Type
}

// Shape implements Value.
func (h *hostValue) Shape() []int64 {
	if a, ok := h.v.(*value.Array); ok {
		return a.Shape
	}
	return nil
}

// int64 is the value of an integer scalar.
func (h *hostValue) int64() int64 {
	s, _ := h.v.(value.Scalar)
	return s.Int64()
}

// Host implements Value.
func (h *hostValue) Host(context.Context) (value.Value, error) { return h.v, nil }

// Retain implements Value.
func (h *hostValue) Retain() Value {
	h.refs.Add(1)
	return h
}

// Release implements Value.
func (h *hostValue) Release() {
	if a, ok := h.v.(*value.Array); ok && h.refs.Add(-1) == 0 {
		h.engine.inUse.Add(-int64(len(a.Data)))
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.device != nil {
			h.device.Release()
			h.device = nil
		}
	}
}
