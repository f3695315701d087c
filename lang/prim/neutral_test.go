package prim

import (
	"math"
	"testing"
)

// TestNeutral: neutral elements leave every value as it is, bit by bit, from both sides.
func TestNeutral(t *testing.T) {
	for _, op := range Ops {
		for _, ty := range Types {
			ne, ok := op.Neutral(ty)
			if !ok || !op.Class.Has(ty) {
				continue
			}
			vals := []Scalar{Zero(ty), One(ty)}
			switch {
			case ty.IsFloat():
				for _, f := range []float64{-1.5, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN()} {
					vals = append(vals, Float(ty, f))
				}
			case ty.IsInt():
				vals = append(vals, IntMin(ty), IntMax(ty), Int(ty, -7), Int(ty, 100))
			}
			for _, x := range vals {
				for _, args := range [][]Scalar{{ne, x}, {x, ne}} {
					got, err := op.Eval(ty, args)
					nan := ty.IsFloat() && math.IsNaN(x.Float64()) && math.IsNaN(got.Float64())
					if err != nil || got != x && !nan {
						t.Errorf("%s.%s %v %v is %v (%v)", op.Name, ty, args[0], args[1], got, err)
					}
				}
			}
		}
	}
}
