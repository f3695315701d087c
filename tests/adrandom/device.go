package adrandom

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"raido/ad"
	"raido/backend"
	"raido/backend/engines"
	"raido/backend/seg/segeval"
	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/onhost"
)

// device compares a derivative of a program in a random direction on an engine with that on the interpreter; without an engine, by kernels.
func device(e backend.Engine, p *program, mode core.DiffMode) (out outcome) {
	defer func() {
		if r := recover(); r != nil {
			out = panicked(r)
		}
	}()
	prog, sizes, bad := compile(p.String())
	if bad.kind != "" {
		return bad
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*limit)
	defer cancel()
	in := arguments(prog, sizes, p.n, p.point)
	interp, err := engines.Open("interp")
	if err != nil {
		return outcome{"error", err.Error()}
	}
	like := in
	if mode == core.VJP {
		if like, _, err = run(ctx, interp, prog, in); err != nil {
			return outcome{"error", err.Error()}
		}
	}
	in = append(append([]value.Value{}, in...), seeds(like, p.point)...)
	prog = ad.Derived(prog, mode)
	want, _, err := run(ctx, interp, prog, in)
	if err != nil {
		return outcome{"error", err.Error()}
	}
	if e == nil {
		return kernels(p, prog, in, want)
	}
	got, fallback, err := run(ctx, e, prog, in)
	switch {
	case ctx.Err() != nil:
		return outcome{kind: "slow"}
	case err != nil:
		return outcome{"error on device", err.Error()}
	case fallback != "":
		return outcome{"fallback", fallback}
	}
	return p.same("device", got, want)
}

// same compares the results of a program.
func (p *program) same(kind string, got, want []value.Value) outcome {
	for i := range want {
		if !near(got[i], want[i], p.tolerance()) {
			return outcome{kind, fmt.Sprintf("result %d: %s, want %s", i, value.Print(got[i]), value.Print(want[i]))}
		}
	}
	return outcome{}
}

// kernels compares what the kernels of a program compute, run on the host.
func kernels(p *program, prog *core.Prog, in, want []value.Value) (out outcome) {
	prog, err := backend.Passes(prog)
	if err != nil {
		return outcome{"error", err.Error()}
	}
	onhost.Run(prog, in, func(what string, got []value.Value, err error) bool {
		switch {
		case errors.Is(err, segeval.ErrSteps):
			out = outcome{kind: "slow"}
		case err != nil:
			out = outcome{"error in kernels", err.Error()}
		default:
			out = p.same("kernels: "+what, got, want)
		}
		return out.kind == ""
	})
	return out
}

// run compiles and runs a program on an engine.
func run(ctx context.Context, e backend.Engine, p *core.Prog, in []value.Value) (out []value.Value, fallback string, err error) {
	p, err = backend.Prepare(e, p)
	if err != nil {
		return nil, "", err
	}
	compiled, err := e.Compile(ctx, p)
	if err != nil {
		return nil, "", err
	}
	var args []backend.Value
	for _, v := range in {
		a, err := e.Upload(ctx, v)
		if err != nil {
			return nil, "", err
		}
		defer a.Release()
		args = append(args, a)
	}
	results, profile, err := compiled.Run(ctx, args)
	if err != nil {
		return nil, "", err
	}
	for _, r := range results {
		v, err := r.Host(ctx)
		if err != nil {
			return nil, "", err
		}
		out = append(out, v)
		r.Release()
	}
	if profile != nil {
		fallback = profile.Fallback
	}
	return out, fallback, nil
}

// seeds are random numbers for floats, zeros for others.
func seeds(like []value.Value, point uint64) []value.Value {
	rng := rand.New(rand.NewPCG(point, 4))
	var out []value.Value
	for _, v := range like {
		t, shape, size := shapeOf(v)
		elems := make([]prim.Scalar, size)
		for i := range elems {
			elems[i] = prim.Zero(t)
			if t.IsFloat() {
				elems[i] = prim.Float(t, 2*rng.Float64()-1)
			}
		}
		if shape == nil {
			out = append(out, value.Scalar{Scalar: elems[0]})
			continue
		}
		out = append(out, value.FromScalars(t, shape, elems))
	}
	return out
}

func shapeOf(v value.Value) (t prim.Type, shape []int64, size int64) {
	if a, ok := v.(*value.Array); ok {
		return a.Elem, a.Shape, a.Size()
	}
	return v.(value.Scalar).Type, nil, 1
}

func near(a, b value.Value, tolerance float64) bool {
	t, shape, size := shapeOf(a)
	if !t.IsFloat() || shape == nil {
		x, y := number64(a, 0), number64(b, 0)
		return t == prim.Bool || closeTo(x, y, tolerance)
	}
	for k := range size {
		if !closeTo(number64(a, k), number64(b, k), tolerance) {
			return false
		}
	}
	return true
}

func number64(v value.Value, k int64) float64 {
	if a, ok := v.(*value.Array); ok {
		return a.At(k).Float64()
	}
	return v.(value.Scalar).Scalar.Float64()
}

func closeTo(x, y, tolerance float64) bool {
	return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= tolerance*max(1, math.Abs(y))
}
