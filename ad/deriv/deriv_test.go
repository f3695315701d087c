package deriv_test

import (
	"math"
	"testing"

	"raido/ad/deriv"
	"raido/lang/core"
	"raido/lang/prim"
)

// run evaluates straight-line code of primitive operators.
func run(t *testing.T, stms []core.Stm, env map[*core.Var]prim.Scalar, a core.Atom) prim.Scalar {
	t.Helper()
	get := func(a core.Atom) prim.Scalar {
		if c, ok := a.(core.Const); ok {
			return c.Scalar
		}
		return env[a.(*core.Var)]
	}
	for _, s := range stms {
		e := s.Exp.(*core.PrimApp)
		args := make([]prim.Scalar, len(e.Args))
		for i, x := range e.Args {
			args[i] = get(x)
			if args[i].Type != e.Op.OperandType(e.T, i) {
				t.Fatalf("%s.%s: argument %d is a %s", e.Op.Name, e.T, i, args[i].Type)
			}
		}
		r, err := e.Op.Eval(e.T, args)
		if err != nil {
			t.Fatalf("derivative code fails: %v", err)
		}
		env[s.Pat[0]] = r
	}
	if a == nil {
		return prim.Scalar{}
	}
	return get(a)
}

// app is an application of op with variables as arguments, and their environment.
func app(op *prim.Op, ty prim.Type, xs []prim.Scalar) (*core.Builder, []core.Atom, core.Atom, map[*core.Var]prim.Scalar) {
	b, env := &core.Builder{}, map[*core.Var]prim.Scalar{}
	args := make([]core.Atom, len(xs))
	for i, x := range xs {
		v := core.NewVar("x", core.Prim(x.Type))
		args[i], env[v] = v, x
	}
	return b, args, b.Prim(op, ty, args...), env
}

// partials evaluates the partial derivatives of op at xs; a nil one is 0.
func partials(t *testing.T, op *prim.Op, ty prim.Type, xs []prim.Scalar) []float64 {
	t.Helper()
	b, args, res, env := app(op, ty, xs)
	out := make([]float64, len(xs))
	ps := deriv.Partials(b, op, ty, args, res)
	for i, p := range ps {
		if p == nil {
			continue
		}
		s := run(t, b.Stms, env, p)
		if s.Type != ty {
			t.Fatalf("%s.%s: partial %d is a %s", op.Name, ty, i, s.Type)
		}
		if out[i] = s.Float64(); ty.IsInt() {
			out[i] = float64(s.Int64())
		}
	}
	return out
}

// points are arguments inside the domain, away from jumps and kinks; operators without an entry get
// the default of their arity. Every number is exact in f16.
var points = map[*prim.Op][][]float64{
	prim.Acosh: {{1.5}, {4}}, prim.Asin: unit, prim.Acos: unit, prim.Asinpi: unit, prim.Acospi: unit, prim.Atanh: unit,
	prim.Sqrt: positive, prim.Rsqrt: positive, prim.Log: positive, prim.Log2: positive, prim.Log10: positive,
	prim.Log1p: {{-0.5}, {0.25}, {3}}, prim.Gamma: {{0.75}, {2.5}, {4}, {-0.25}, {-1.75}},
	prim.Lgamma: {{0.75}, {2.5}, {6}, {-0.25}, {-1.75}}, prim.Tan: unit, prim.Tanpi: {{0.125}, {-0.25}},
	prim.Pow: {{0.5, 2}, {2, 0.5}, {1.5, -1.25}, {3, 0}}, prim.Cbrt: {{0.5}, {-2}, {5}},
	prim.Ldexp: {{1.5, 3}, {-0.75, -2}}, prim.Polygamma: {{0.75, 0}, {2.5, 1}, {1.25, 2}, {-0.75, 1}},
	prim.Mod: {{7.5, 2}, {-7.5, 2}, {7.25, -3}, {1.5, 4}}, prim.Lerp: {{1, 3, 0.25}, {-2, 0.5, 0.75}},
}

var (
	unit      = [][]float64{{0.125}, {-0.5}, {0.75}}
	positive  = [][]float64{{0.25}, {1.5}, {9}}
	byDefault = map[int][][]float64{
		1: {{0.25}, {-0.75}, {1.375}, {-2.25}},
		2: {{0.5, 1.25}, {-1.5, 0.75}, {2.25, -3.5}, {-0.375, -0.25}},
		3: {{0.5, 1.25, -2}, {-1.5, 0.75, 0.25}},
	}
)

// pointsOf are the points at which an operator is differentiated.
func pointsOf(op *prim.Op) [][]float64 {
	if ps, ok := points[op]; ok {
		return ps
	}
	return byDefault[op.Arity]
}

var tolerance = map[prim.Type]float64{prim.F16: 8e-3, prim.F32: 2e-6, prim.F64: 1e-8}

// Every row agrees with central differences in every float width: the derivative is computed in the
// width, the differences in f64 at the same points.
func TestAgainstDifferences(t *testing.T) {
	for _, op := range prim.Ops {
		if !op.Class.Has(prim.F64) || op.IsConversion() || op == prim.FromBits || op == prim.Nextafter {
			continue
		}
		for _, p := range pointsOf(op) {
			for ty, tol := range tolerance {
				got := partials(t, op, ty, scalars(op, ty, p))
				for i := range p {
					if !op.OperandType(prim.F64, i).IsFloat() {
						continue
					}
					want := difference(op, p, i)
					if !(math.Abs(got[i]-want) <= tol*(1+math.Abs(want))) { // also for NaN
						t.Errorf("%s.%s %v: partial %d = %v, differences give %v", op.Name, ty, p, i, got[i], want)
					}
				}
			}
		}
	}
}

func scalars(op *prim.Op, ty prim.Type, p []float64) []prim.Scalar {
	out := make([]prim.Scalar, len(p))
	for i, x := range p {
		if o := op.OperandType(ty, i); o.IsFloat() {
			out[i] = prim.Float(o, x)
		} else {
			out[i] = prim.Int(o, int64(x))
		}
	}
	return out
}

// difference is the central difference of fourth order in argument i, in f64; 0 for results that are
// no floats.
func difference(op *prim.Op, p []float64, i int) float64 {
	if !op.ResultType(prim.F64).IsFloat() {
		return 0
	}
	f := func(d float64) float64 {
		q := append([]float64{}, p...)
		q[i] += d
		r, _ := op.Eval(prim.F64, scalars(op, prim.F64, q))
		return r.Float64()
	}
	const h = 1e-3
	return (8*(f(h)-f(-h)) - (f(2*h) - f(-2*h))) / (12 * h)
}

// Second derivatives: the code of a row is differentiated again by the rows, and compared with
// differences of the first.
func TestSecondOrder(t *testing.T) {
	for _, op := range prim.Ops {
		if !op.Class.Has(prim.F64) || op.IsConversion() || op == prim.FromBits || op == prim.Nextafter {
			continue
		}
		for _, p := range pointsOf(op) {
			for i := range p {
				for j := range p {
					if !op.OperandType(prim.F64, i).IsFloat() || !op.OperandType(prim.F64, j).IsFloat() {
						continue
					}
					checkSecond(t, op, p, i, j)
				}
			}
		}
	}
}

func checkSecond(t *testing.T, op *prim.Op, p []float64, i, j int) {
	const h = 1e-5
	first := func(d float64) float64 {
		q := append([]float64{}, p...)
		q[j] += d
		return partials(t, op, prim.F64, scalars(op, prim.F64, q))[i]
	}
	want := (first(h) - first(-h)) / (2 * h)
	b, args, res, env := app(op, prim.F64, scalars(op, prim.F64, p))
	part := deriv.Partials(b, op, prim.F64, args, res)[i]
	got := 0.0
	if dot := tangent(b, b.Stms, args[j], part); dot != nil {
		got = run(t, b.Stms, env, dot).Float64()
	}
	if !(math.Abs(got-want) <= 1e-6*(1+math.Abs(want))) {
		t.Errorf("%s %v: second derivative %d %d = %v, differences give %v", op.Name, p, i, j, got, want)
	}
}

// tangent appends forward derivatives of straight-line code with respect to x.
func tangent(b *core.Builder, stms []core.Stm, x, of core.Atom) core.Atom {
	dot := map[core.Atom]core.Atom{x: core.One(prim.F64)}
	for _, s := range stms {
		e := s.Exp.(*core.PrimApp)
		dots := make([]core.Atom, len(e.Args))
		for i, a := range e.Args {
			dots[i] = dot[a]
		}
		if d := deriv.JVP(b, e.Op, e.T, e.Args, s.Pat[0], dots); d != nil {
			dot[s.Pat[0]] = d
		}
	}
	if of == nil {
		return nil
	}
	return dot[of]
}

// Corners, by decision of language.md: op, type, arguments, partials.
func TestCorners(t *testing.T) {
	for _, c := range []struct {
		op   *prim.Op
		ty   prim.Type
		x    []float64
		want []float64
	}{
		{prim.Pow, prim.F64, []float64{0, 0}, []float64{0, 0}},
		{prim.Pow, prim.F64, []float64{0, 1}, []float64{1, 0}},
		{prim.Pow, prim.F32, []float64{0, 2}, []float64{0, 0}},
		{prim.Pow, prim.F64, []float64{-2, 3}, []float64{12, -8 * math.Ln2}},
		{prim.Pow, prim.I32, []float64{3, 4}, []float64{108, 0}},
		{prim.Pow, prim.I32, []float64{3, 0}, []float64{0, 0}},
		{prim.Pow, prim.U8, []float64{3, 0}, []float64{0, 0}},
		{prim.Pow, prim.I8, []float64{5, 3}, []float64{75, 0}},
		{prim.Max, prim.F64, []float64{1, 1}, []float64{1, 0}},
		{prim.Min, prim.F64, []float64{1, 1}, []float64{1, 0}},
		{prim.Max, prim.I32, []float64{1, 2}, []float64{0, 1}},
		{prim.Min, prim.U8, []float64{1, 2}, []float64{1, 0}},
		{prim.Abs, prim.F64, []float64{0}, []float64{0}},
		{prim.Abs, prim.I64, []float64{-3}, []float64{-1}},
		{prim.Abs, prim.U64, []float64{3}, []float64{1}},
		{prim.Hypot, prim.F64, []float64{0, 0}, []float64{0, 0}},
		{prim.Hypot, prim.F16, []float64{300, 400}, []float64{0.60009765625, 0.7998046875}},
		{prim.Atan2, prim.F64, []float64{0, 0}, []float64{0, 0}},
		{prim.Atan2, prim.F64, []float64{0, -2}, []float64{-0.5, 0}},
		{prim.Copysign, prim.F64, []float64{0, -1}, []float64{0, 0}},
		{prim.Nextafter, prim.F32, []float64{1, 2}, []float64{1, 0}},
		{prim.Mul, prim.I32, []float64{3, 5}, []float64{5, 3}},
		{prim.Sub, prim.U8, []float64{3, 5}, []float64{1, 255}},
		{prim.Div, prim.I32, []float64{100, 3}, []float64{0, -11}},
		{prim.Div, prim.I32, []float64{100, 1}, []float64{1, -100}},
		{prim.Mod, prim.I32, []float64{-7, 2}, []float64{1, 4}},
		{prim.Rem, prim.I32, []float64{-7, 2}, []float64{1, 3}},
		{prim.Mod, prim.F64, []float64{-7.5, 2}, []float64{1, 4}},
		{prim.Not, prim.I32, []float64{7}, []float64{-1}},
		{prim.Shl, prim.I32, []float64{7, 3}, []float64{8, 0}},
		{prim.MadHi, prim.I32, []float64{7, 3, 1}, []float64{0, 0, 1}},
		{prim.Round, prim.F64, []float64{2.5}, []float64{0}},
		{prim.And, prim.I32, []float64{7, 3}, []float64{0, 0}},
	} {
		got := partials(t, c.op, c.ty, scalars(c.op, c.ty, c.x))
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s.%s %v: partials %v, want %v", c.op.Name, c.ty, c.x, got, c.want)
				break
			}
		}
	}
}

// Every row of prim.Ops has a derivative at every type, whose code is well-typed, does not fail where
// the operator does not, and consists of primitives.
func TestCoverage(t *testing.T) {
	for _, op := range prim.Ops {
		for _, ty := range prim.Types {
			if !op.Class.Has(ty) {
				continue
			}
			p := []float64{2, 1, 1}[:op.Arity]
			b, args, res, env := app(op, ty, scalars(op, ty, p))
			bar := core.One(op.ResultType(ty))
			for i, a := range deriv.VJP(b, op, ty, args, res, bar) {
				s := run(t, b.Stms, env, a)
				if a != nil && s.Type != op.OperandType(ty, i) {
					t.Errorf("%s.%s: adjoint %d is a %s", op.Name, ty, i, s.Type)
				}
			}
			dots := make([]core.Atom, op.Arity)
			for i := range dots {
				if op.OperandType(ty, i) == ty {
					dots[i] = core.One(ty)
				}
			}
			dot := deriv.JVP(b, op, ty, args, res, dots)
			if s := run(t, b.Stms, env, dot); dot != nil && s.Type != op.ResultType(ty) {
				t.Errorf("%s.%s: the tangent is a %s", op.Name, ty, s.Type)
			}
		}
	}
}

func TestConversionsConvertTheSeed(t *testing.T) {
	for _, c := range []struct {
		op      *prim.Op
		from    prim.Type
		dot, to prim.Scalar // tangent in, tangent out
	}{
		{prim.ToI32, prim.F64, prim.Float(prim.F64, 2.75), prim.Int(prim.I32, 2)},
		{prim.ToF32, prim.I64, prim.Int(prim.I64, 3), prim.Float(prim.F32, 3)},
		{prim.ToI8, prim.I32, prim.Int(prim.I32, 300), prim.Int(prim.I8, 44)},
		{prim.ToF32, prim.F64, prim.Float(prim.F64, 0.1), prim.Float(prim.F32, 0.1)},
	} {
		b, args, res, env := app(c.op, c.from, []prim.Scalar{prim.One(c.from)})
		got := run(t, b.Stms, env, deriv.JVP(b, c.op, c.from, args, res, []core.Atom{core.Const{Scalar: c.dot}}))
		if len(b.Stms) > 1 {
			got = run(t, b.Stms, env, b.Stms[len(b.Stms)-1].Pat[0])
		}
		if got != c.to {
			t.Errorf("%s.%s: tangent %v becomes %v, want %v", c.op.Name, c.from, c.dot, got, c.to)
		}
	}
	b := &core.Builder{}
	if deriv.Convert(b, prim.Bool, prim.I32, core.One(prim.Bool)) != nil || len(b.Stms) > 0 {
		t.Error("a bool has a tangent")
	}
}

// The one-sided rule of Times leaves no multiplication by a constant 1 or -1.
func TestTimes(t *testing.T) {
	b := &core.Builder{}
	x := core.NewVar("x", core.Prim(prim.F64))
	if deriv.Times(b, prim.F64, core.One(prim.F64), x) != core.Atom(x) || len(b.Stms) != 0 {
		t.Error("1*x is computed")
	}
	deriv.Times(b, prim.F64, core.Const{Scalar: prim.Float(prim.F64, -1)}, x)
	if e := b.Stms[0].Exp.(*core.PrimApp); e.Op != prim.Neg {
		t.Errorf("-1*x is %s", e.Op.Name)
	}
}
