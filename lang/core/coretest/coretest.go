// Package coretest has what tests of core programs share: programs as text, entry points as lambdas, runs on the interpreter, and values.
//
// Input: text, programs, numbers. Output: programs that verify, results, values.
//
// Layer 4: imports lang/core, lang/core/verify, lang/eval, lang/prim, lang/value. Only tests import it.
package coretest

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/lang/eval"
	"raido/lang/prim"
	"raido/lang/value"
)

// Parse is the program of a text, which must verify.
func Parse(t testing.TB, text string) *core.Prog {
	t.Helper()
	p, err := core.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return Verified(t, p)
}

// Verified is the program itself, which must verify.
func Verified(t testing.TB, p *core.Prog) *core.Prog {
	t.Helper()
	if err := verify.Prog(p); err != nil {
		t.Fatalf("does not verify: %v\n%s", err, core.Print(p))
	}
	return p
}

// Lambda is the entry point of a program.
func Lambda(p *core.Prog) *core.Lambda {
	f := p.Entry()
	return &core.Lambda{Params: f.Params, Ret: core.VarTypes(f.Ret), Body: f.Body}
}

// Prog is a program whose entry point is a lambda.
func Prog(l *core.Lambda) *core.Prog {
	f := &core.Fun{Name: "main", Params: l.Params, Body: l.Body}
	for _, t := range l.Ret {
		f.Ret = append(f.Ret, core.NewVar("r", t))
	}
	return &core.Prog{Funs: []*core.Fun{f}}
}

// Run gives the results on the interpreter.
func Run(t testing.TB, p *core.Prog, args []value.Value) []value.Value {
	t.Helper()
	out, err := eval.Run(context.Background(), p, args)
	if err != nil {
		t.Fatalf("%v\n%s", err, core.Print(p))
	}
	return out
}

// F64 is a scalar.
func F64(x float64) value.Value { return value.Scalar{Scalar: prim.Float(prim.F64, x)} }

// I64 is a scalar.
func I64(n int64) value.Value { return value.Scalar{Scalar: prim.Int(prim.I64, n)} }

// F64s is an array.
func F64s(xs ...float64) *value.Array { return value.FromSlice(prim.F64, append([]float64{}, xs...)) }

// Quarters is an array of that shape of numbers at random: few quarters, of which sums are exact.
func Quarters(rng *rand.Rand, shape ...int64) value.Value {
	size := int64(1)
	for _, n := range shape {
		size *= n
	}
	var xs []prim.Scalar
	for range size {
		xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
	}
	return value.FromScalars(prim.F64, shape, xs)
}

// Floats are the f64s of a value; other types give none.
func Floats(v value.Value) []float64 {
	switch v := v.(type) {
	case value.Scalar:
		if v.Type == prim.F64 {
			return []float64{v.Float64()}
		}
	case *value.Array:
		if v.Elem == prim.F64 {
			return value.Of[float64](v)
		}
	default: // engines give scalars and arrays
	}
	return nil
}

// Near reports whether numbers are the same but for an error relative to their size, or both are none.
func Near(a, b, tol float64) bool {
	return a == b || math.Abs(a-b) <= tol*(1+math.Abs(a)+math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}
