package opt_test

import (
	"context"
	"math"
	"testing"

	"raido/lang/core"
	"raido/lang/eval"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/value"
)

// specials are values at which identities break.
func specials(t prim.Type) []prim.Scalar {
	if t == prim.Bool {
		return []prim.Scalar{prim.BoolOf(false), prim.BoolOf(true)}
	}
	var out []prim.Scalar
	if t.IsFloat() {
		for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 2, 2.5, math.Inf(1), math.Inf(-1), math.NaN()} {
			out = append(out, prim.Float(t, f))
		}
		return out
	}
	for _, n := range []int64{0, 1, -1, 2, 7, math.MaxInt64, math.MinInt64} {
		out = append(out, prim.Int(t, n))
	}
	return out
}

func same(a, b prim.Scalar) bool {
	return a == b || a.Type.IsFloat() && a.Type == b.Type && math.IsNaN(a.Float64()) && math.IsNaN(b.Float64())
}

// TestIdentitiesAreExact applies every operator to a variable and a special constant, or a variable
// twice, and compares what Simplify makes of it with the operator's meaning, bit for bit.
func TestIdentitiesAreExact(t *testing.T) {
	simplified := 0
	for _, op := range prim.Ops {
		for _, typ := range prim.Types {
			if !op.Class.Has(typ) || op.Arity > 2 {
				continue
			}
			x := core.NewVar("x", core.Prim(op.OperandType(typ, 0)))
			var cases [][]core.Atom
			if op.Arity == 1 {
				cases = append(cases, []core.Atom{x})
			} else if op.OperandType(typ, 1) == typ {
				cases = append(cases, []core.Atom{x, x})
				for _, c := range specials(typ) {
					cases = append(cases, []core.Atom{x, core.Const{Scalar: c}}, []core.Atom{core.Const{Scalar: c}, x})
				}
			}
			for _, args := range cases {
				if exact(t, op, typ, x, args) {
					simplified++
				}
			}
		}
	}
	if simplified < 100 {
		t.Errorf("only %d applications were simplified", simplified)
	}
}

// exact compares one application; it reports whether Simplify changed it.
func exact(t *testing.T, op *prim.Op, typ prim.Type, x *core.Var, args []core.Atom) bool {
	b := &core.Builder{}
	y := b.Let("y", &core.PrimApp{Op: op, T: typ, Args: args})
	f := &core.Fun{Name: "main", Params: []*core.Var{x}, Ret: []*core.Var{core.NewVar("r", y.Type)}, Body: b.Body(y)}
	p := opt.Simplify(&core.Prog{Funs: []*core.Fun{f}})
	if stms := p.Entry().Body.Stms; len(stms) == 1 && core.PrintExp(stms[0].Exp) == core.PrintExp(f.Body.Stms[0].Exp) {
		return false
	}
	compiled := eval.Compile(p)
	for _, v := range specials(x.Type.Elem) {
		in := make([]prim.Scalar, len(args))
		for i, a := range args {
			if in[i] = v; a != core.Atom(x) {
				in[i] = a.(core.Const).Scalar
			}
		}
		want, err := op.Eval(typ, in)
		if err != nil {
			continue
		}
		got, err := compiled.Run(context.Background(), []value.Value{value.Scalar{Scalar: v}})
		if err != nil || !same(got[0].(value.Scalar).Scalar, want) {
			t.Errorf("%s at x = %v: %v %v, want %v", core.PrintExp(f.Body.Stms[0].Exp), v, got, err, want)
		}
	}
	return true
}
