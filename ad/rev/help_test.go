package rev_test

import (
	"math/rand/v2"
	"testing"

	"raido/ad/fwd"
	"raido/ad/rev"
	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// vjp is the program of the reverse derivative.
func vjp(t *testing.T, p *core.Prog) *core.Prog {
	t.Helper()
	q := coretest.Prog(rev.Lambda(coretest.Lambda(p), nil, nil))
	coretest.Verified(t, q)
	return q
}

// vjpGeneral is vjp by the general rules only.
func vjpGeneral(t *testing.T, p *core.Prog) *core.Prog {
	t.Helper()
	q := coretest.Prog(rev.GeneralLambda(coretest.Lambda(p), nil))
	coretest.Verified(t, q)
	return q
}

func jvp(t *testing.T, p *core.Prog) *core.Prog {
	t.Helper()
	q := coretest.Prog(fwd.Lambda(coretest.Lambda(p), nil, nil))
	coretest.Verified(t, q)
	return q
}

// mjp is vjp with a seed dimension, the first parameter.
func mjp(t *testing.T, p *core.Prog) *core.Prog {
	t.Helper()
	k := core.NewVar("k", core.I64)
	l := rev.Lambda(coretest.Lambda(p), k, nil)
	l.Params = append([]*core.Var{k}, l.Params...)
	q := coretest.Prog(l)
	coretest.Verified(t, q)
	return q
}

// Values.

func i32(x int64) value.Value { return value.Scalar{Scalar: prim.Int(prim.I32, x)} }

func i64s(xs ...int64) *value.Array { return value.FromSlice(prim.I64, append([]int64{}, xs...)) }
func i32s(xs ...int32) *value.Array { return value.FromSlice(prim.I32, append([]int32{}, xs...)) }

func shaped(a *value.Array, shape ...int64) *value.Array {
	return &value.Array{Elem: a.Elem, Shape: shape, Data: a.Data}
}

// like is a value of the type and shape of v whose floats are given by f, and zero otherwise.
func like(v value.Value, f func() float64) value.Value {
	switch v := v.(type) {
	case value.Scalar:
		if v.Type == prim.F64 {
			return coretest.F64(f())
		}
		return value.Scalar{Scalar: prim.Zero(v.Type)}
	case *value.Array:
		out := value.NewArray(v.Elem, v.Shape...)
		for i := range coretest.Floats(out) {
			value.Of[float64](out)[i] = f()
		}
		return out
	}
	return nil
}

func direction(r *rand.Rand, vs []value.Value) []value.Value {
	var out []value.Value
	for _, v := range vs {
		out = append(out, like(v, func() float64 { return r.Float64()*2 - 1 }))
	}
	return out
}

// along moves the floats of values by h in a direction.
func along(vs, dir []value.Value, h float64) []value.Value {
	var out []value.Value
	for i, v := range vs {
		if len(coretest.Floats(v)) == 0 {
			out = append(out, v)
			continue
		}
		k := 0
		out = append(out, like(v, func() float64 {
			k++
			return coretest.Floats(v)[k-1] + h*coretest.Floats(dir[i])[k-1]
		}))
	}
	return out
}

func dot(a, b []value.Value) float64 {
	sum := 0.0
	for i := range a {
		for j, x := range coretest.Floats(a[i]) {
			sum += x * coretest.Floats(b[i])[j]
		}
	}
	return sum
}

// checkDiff checks the reverse derivative of p at args: the primal is kept, and in a random direction the
// inner product of the adjoints agrees with that of the forward derivative, and with central differences.
func checkDiff(t *testing.T, p *core.Prog, args []value.Value, tol float64) {
	t.Helper()
	checkAgainst(t, p, vjp(t, p), args, tol)
}

func checkAgainst(t *testing.T, p, q *core.Prog, args []value.Value, tol float64) {
	t.Helper()
	dir, ybar, got := checkInner(t, p, q, args, tol*1e-3)
	const h = 1e-6
	hi, lo := coretest.Run(t, p, along(args, dir, h)), coretest.Run(t, p, along(args, dir, -h))
	if want := (dot(ybar, hi) - dot(ybar, lo)) / (2 * h); !coretest.Near(got, want, tol) {
		t.Errorf("vjp %v, differences %v\n%s\n%s", got, want, core.Print(p), core.Print(q))
	}
}

// checkInner compares q, the reverse derivative of p, with forward mode by inner products in a random
// direction.
func checkInner(t *testing.T, p, q *core.Prog, args []value.Value, tol float64) (dir, ybar []value.Value, got float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	primal := coretest.Run(t, p, args)
	dir, ybar = direction(r, args), direction(r, primal)
	res := coretest.Run(t, q, append(append([]value.Value{}, args...), ybar...))
	for i, y := range primal {
		if value.Compare(y, res[i], 1e-12) != nil {
			t.Fatalf("primal result %d changed: %v, want %v\n%s\n%s", i, show(res[i]), show(y), core.Print(p), core.Print(q))
		}
	}
	got = dot(res[len(primal):], dir)
	tangents := coretest.Run(t, jvp(t, p), append(append([]value.Value{}, args...), dir...))[len(primal):]
	if want := dot(ybar, tangents); !coretest.Near(got, want, tol) {
		t.Errorf("vjp %v, jvp %v\n%s\n%s", got, want, core.Print(p), core.Print(q))
	}
	return dir, ybar, got
}

// stack puts values of one type and shape into an array.
func stack(vs []value.Value) *value.Array {
	switch v := vs[0].(type) {
	case value.Scalar:
		out := value.NewArray(v.Type, int64(len(vs)))
		for i, x := range vs {
			switch s := x.(value.Scalar); v.Type {
			case prim.F64:
				value.Of[float64](out)[i] = s.Float64()
			case prim.I64:
				value.Of[int64](out)[i] = s.Int64()
			}
		}
		return out
	case *value.Array:
		out := value.NewArray(v.Elem, append([]int64{int64(len(vs))}, v.Shape...)...)
		out.Data = out.Data[:0]
		for _, x := range vs {
			out.Data = append(out.Data, x.(*value.Array).Data...)
		}
		return out
	}
	return nil
}

func show(v value.Value) any {
	if a, ok := v.(*value.Array); ok {
		switch a.Elem {
		case prim.F64:
			return value.Of[float64](a)
		case prim.I64:
			return value.Of[int64](a)
		case prim.I32:
			return value.Of[int32](a)
		case prim.Bool:
			return value.Of[bool](a)
		}
	}
	return v
}
