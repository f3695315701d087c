package interp

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"raido/ad"
	"raido/ad/dual"
	"raido/backend"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/prim"
	"raido/lang/value"
)

// Engine is an interpreter as an engine: the reference interpreter, or that of ad/dual.
type Engine struct {
	name, device string
	passes       []backend.Pass
	compile      func(*core.Prog) (run, counted runner)
	inUse        atomic.Int64
	peak         atomic.Int64
	cache        *backend.Cache[backend.Program]
}

// runner runs a program on host values; one that counts gives what it did, too.
type runner func(ctx context.Context, args []value.Value) ([]value.Value, *eval.Counts, error)

// New is the reference interpreter.
func New() *Engine {
	return &Engine{name: backend.Interp, device: "interpreter", passes: backend.Pipeline, cache: backend.NewCache[backend.Program](256),
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

// NewDual is the interpreter that takes derivatives at run time.
func NewDual() *Engine {
	return &Engine{name: backend.Dual, device: "interpreter with dual numbers and tapes", cache: backend.NewCache[backend.Program](256),
		passes: []backend.Pass{{Name: "mark-steps", Fn: ad.MarkSteps}},
		compile: func(p *core.Prog) (run, counted runner) {
			return func(ctx context.Context, args []value.Value) ([]value.Value, *eval.Counts, error) {
				out, err := dual.Run(ctx, p, args)
				return out, nil, err
			}, nil
		}}
}

// Name implements backend.Engine.
func (e *Engine) Name() string { return e.name }

// Device implements backend.Engine.
func (e *Engine) Device() string { return e.device }

// Passes implements backend.Engine. That of dual has few: it runs what lowering gives.
func (e *Engine) Passes() []backend.Pass { return e.passes }

// MemoryInUse implements backend.Engine.
func (e *Engine) MemoryInUse() int64 { return e.inUse.Load() }

// Ready implements backend.Engine.
func (e *Engine) Ready(context.Context) error { return nil }

// Warm implements backend.Engine.
func (e *Engine) Warm() {}

// Close implements backend.Engine.
func (e *Engine) Close() {}

// Upload implements backend.Engine. An array is shared, not copied: host values are immutable.
func (e *Engine) Upload(_ context.Context, v value.Value) (backend.Value, error) { return e.wrap(v) }

func (e *Engine) wrap(v value.Value) (backend.Value, error) {
	out := &val{engine: e, v: v}
	out.refs.Store(1)
	switch v := v.(type) {
	case value.Scalar:
		return out, nil
	case *value.Array:
		n := e.inUse.Add(int64(len(v.Data)))
		for p := e.peak.Load(); n > p && !e.peak.CompareAndSwap(p, n); p = e.peak.Load() {
		}
		return out, nil
	default: // no leaf
	}
	return nil, fmt.Errorf("a value of type %T cannot be sent to an engine", v)
}

// Compile implements backend.Engine.
func (e *Engine) Compile(ctx context.Context, p *core.Prog) (prog backend.Program, err error) {
	err = diag.Interruptible(ctx, func() error {
		backend.InPass("eval", p, func() {
			prog, err = e.cache.Get(backend.Key(p), func() (backend.Program, error) {
				out := &program{engine: e}
				out.run, out.counted = e.compile(p)
				return out, nil
			})
		})
		return err
	})
	return prog, err
}

type program struct {
	engine       *Engine
	run, counted runner // counted may be nil
}

// Run implements backend.Program.
func (p *program) Run(ctx context.Context, args []backend.Value) ([]backend.Value, *backend.Profile, error) {
	run := p.run
	if p.counted != nil && backend.WantsCounts(ctx) {
		run = p.counted
	}
	start := time.Now()
	if t := backend.Begin(ctx, p.engine.name, p.engine.MemoryInUse, nil, nil); t != nil {
		defer t.End()
		ctx = eval.WithProgress(ctx, t.Loop)
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
	out := make([]backend.Value, len(res))
	for i, v := range res {
		if out[i], err = p.engine.wrap(v); err != nil {
			return nil, nil, err
		}
	}
	return out, &backend.Profile{Engine: p.engine.name, Device: p.engine.Device(), Total: time.Since(start), PeakBytes: p.engine.peak.Load(), Counts: counts}, nil
}

// val is a value of the interpreter.
type val struct {
	engine *Engine
	v      value.Value
	refs   atomic.Int32

	mu     sync.Mutex
	device backend.Engine // that has a copy of an array
	copied backend.Value  // the copy
}

// On implements backend.Value. The copy of an array stays for later runs, as long as the value itself does and the same engine asks.
func (v *val) On(ctx context.Context, e backend.Engine) (backend.Value, error) {
	if e == backend.Engine(v.engine) {
		return v.Retain(), nil
	}
	a, ok := v.v.(*value.Array)
	if !ok {
		return e.Upload(ctx, v.v)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.device != e || v.copied.Lost() {
		v.forget()
		up, err := e.Upload(ctx, a)
		if err != nil {
			return nil, err
		}
		v.device, v.copied = e, up
	}
	return v.copied.Retain(), nil
}

// forget releases the copy; mu must be held.
func (v *val) forget() {
	if v.copied != nil {
		v.copied.Release()
	}
	v.device, v.copied = nil, nil
}

// Elem implements backend.Value.
func (v *val) Elem() prim.Type {
	if a, ok := v.v.(*value.Array); ok {
		return a.Elem
	}
	return v.v.(value.Scalar).Type
}

// Shape implements backend.Value.
func (v *val) Shape() []int64 {
	if a, ok := v.v.(*value.Array); ok {
		return a.Shape
	}
	return nil
}

// Scalar implements backend.Value.
func (v *val) Scalar() (prim.Scalar, bool) {
	s, ok := v.v.(value.Scalar)
	return s.Scalar, ok
}

// OnDevice implements backend.Value.
func (v *val) OnDevice() bool { return false }

// Lost implements backend.Value.
func (v *val) Lost() bool { return false }

// Host implements backend.Value.
func (v *val) Host(context.Context) (value.Value, error) { return v.v, nil }

// Retain implements backend.Value.
func (v *val) Retain() backend.Value {
	v.refs.Add(1)
	return v
}

// Release implements backend.Value.
func (v *val) Release() {
	if a, ok := v.v.(*value.Array); ok && v.refs.Add(-1) == 0 {
		v.engine.inUse.Add(-int64(len(a.Data)))
		v.mu.Lock()
		defer v.mu.Unlock()
		v.forget()
	}
}
