package backend

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"raido/lang/core"
	"raido/lang/eval"
	"raido/lang/prim"
	"raido/lang/value"
)

// interp is the engine of the reference interpreter: values live on the host.
type interp struct{ inUse atomic.Int64 }

// NewInterp makes the interpreter engine, which is always there.
func NewInterp() Engine { return &interp{} }

func (e *interp) Name() string       { return "interp" }
func (e *interp) Device() string     { return "interpreter on " + runtime.GOARCH }
func (e *interp) MemoryInUse() int64 { return e.inUse.Load() }
func (e *interp) Close()             {}

func (e *interp) Upload(_ context.Context, v value.Value) (Value, error) { return e.hold(v), nil }

func (e *interp) Compile(_ context.Context, p *core.Prog) (Program, error) {
	return &interpProgram{e, eval.Compile(p)}, nil
}

// hostValue is a value of the interpreter.
type hostValue struct {
	e    *interp
	v    value.Value
	refs atomic.Int32
}

func (e *interp) hold(v value.Value) *hostValue {
	h := &hostValue{e: e, v: v}
	h.refs.Store(1)
	if a, ok := v.(*value.Array); ok {
		e.inUse.Add(int64(len(a.Data)))
	}
	return h
}

func (h *hostValue) Elem() prim.Type {
	if a, ok := h.v.(*value.Array); ok {
		return a.Elem
	}
	return h.v.(value.Scalar).Type
}

func (h *hostValue) Shape() []int64 {
	if a, ok := h.v.(*value.Array); ok {
		return a.Shape
	}
	return nil
}

func (h *hostValue) Host(context.Context) (value.Value, error) { return h.v, nil }

func (h *hostValue) Retain() Value {
	h.refs.Add(1)
	return h
}

func (h *hostValue) Release() {
	if h.refs.Add(-1) > 0 {
		return
	}
	if a, ok := h.v.(*value.Array); ok {
		h.e.inUse.Add(-int64(len(a.Data)))
	}
}

type interpProgram struct {
	e *interp
	p *eval.Program
}

func (p *interpProgram) Run(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	start := time.Now()
	host := make([]value.Value, len(args))
	for i, a := range args {
		v, err := a.Host(ctx)
		if err != nil {
			return nil, nil, err
		}
		host[i] = v
	}
	results, err := p.p.Run(ctx, host)
	if err != nil {
		return nil, nil, err
	}
	out := make([]Value, len(results))
	for i, v := range results {
		out[i] = p.e.hold(v)
	}
	d := time.Since(start)
	return out, &Profile{Engine: p.e.Name(), Device: p.e.Device(), Total: d,
		Kernels: []KernelTime{{Name: "interpreter", Launches: 1, Time: d}}}, nil
}
