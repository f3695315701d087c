package ad_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"raido/ad"
	"raido/ad/dual"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/verify"
	"raido/lang/eval"
	"raido/lang/prim"
	"raido/lang/value"
)

// TestDualAgainstTransformation takes derivatives of random programs in both ways, to the second order.
func TestDualAgainstTransformation(t *testing.T) {
	n := uint64(60)
	if s, err := strconv.Atoi(os.Getenv("RAIDO_RANDOM")); err == nil {
		n = uint64(s)
	}
	modes := [][]core.DiffMode{{core.JVP}, {core.VJP}, {core.VJP, core.JVP}, {core.JVP, core.VJP}}
	for seed := uint64(1); seed <= n; seed++ {
		for _, ms := range modes {
			t.Run(fmt.Sprint(seed, ms), func(t *testing.T) {
				p, args := coregen.Gen(seed, coregen.Options{Accs: true, Calls: true, InPlace: seed%2 == 0})
				in := coregen.Values(args)
				r := rand.New(rand.NewPCG(seed, 5))
				for _, mode := range ms {
					like := in
					if mode == core.VJP {
						like = dualRun(t, p, in)
					}
					p = ad.Derived(p, mode)
					in = append(append([]value.Value{}, in...), directions(r, like)...)
				}
				if err := verify.Prog(p); err != nil {
					t.Fatal(err)
				}
				got := dualRun(t, p, in)
				want, err := eval.Run(context.Background(), ad.Apply(p), in)
				if err != nil {
					t.Fatal(err)
				}
				for i := range want {
					if !agree(want[i], got[i]) {
						t.Fatalf("result %d: by transformation %s, by dual numbers and tapes %s\n%s", i,
							value.Print(want[i]), value.Print(got[i]), core.Print(p))
					}
				}
			})
		}
	}
}

func dualRun(t *testing.T, p *core.Prog, in []value.Value) []value.Value {
	t.Helper()
	out, err := dual.Run(context.Background(), p, in)
	if err != nil {
		t.Fatalf("%v\n%s", err, core.Print(p))
	}
	return out
}

// directions are seeds like the values; those of integers and bools are zero.
func directions(r *rand.Rand, like []value.Value) []value.Value {
	one := func(t prim.Type) prim.Scalar {
		if t.IsFloat() {
			return prim.Float(t, float64(r.IntN(9)-4)/2)
		}
		return prim.Zero(t)
	}
	var out []value.Value
	for _, v := range like {
		switch v := v.(type) {
		case value.Scalar:
			out = append(out, value.Scalar{Scalar: one(v.Type)})
		case *value.Array:
			elems := make([]prim.Scalar, v.Size())
			for i := range elems {
				elems[i] = one(v.Elem)
			}
			out = append(out, value.FromScalars(v.Elem, v.Shape, elems))
		}
	}
	return out
}

// agree compares the numbers of two values: both are NaN, or they are near.
func agree(a, b value.Value) bool {
	x, ok := a.(*value.Array)
	if !ok {
		return near(a.(value.Scalar).Scalar, b.(value.Scalar).Scalar)
	}
	y := b.(*value.Array)
	if x.Size() != y.Size() {
		return false
	}
	for i := range x.Size() {
		if !near(x.At(i), y.At(i)) {
			return false
		}
	}
	return true
}

func near(a, b prim.Scalar) bool {
	if !a.Type.IsFloat() {
		return a == b
	}
	x, y := a.Float64(), b.Float64()
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return math.IsNaN(y) || math.IsInf(y, 0)
	}
	return math.Abs(x-y) <= 1e-8*(1+math.Abs(x))
}
