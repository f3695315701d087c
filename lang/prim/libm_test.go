package prim

import (
	"math"
	"testing"
)

// TestLibm compares functions at the ends of their range with what the math module of Python gives.
func TestLibm(t *testing.T) {
	for _, c := range []struct {
		op   *Op
		x    float64
		want float64
	}{
		{Exp, 709.7, 1.6549840276802644e+308},
		{Exp, 709.78, 1.7928227943945155e+308},
		{Exp, 709.79, math.Inf(1)},
		{Exp, -708.5, 2.006132305331306e-308},
		{Exp, -740.0, 4.2e-322},
		{Exp, -745.1, 5e-324},
		{Exp, -746.0, 0.0},
		{Exp, 700.5, 1.6721859620674984e+304},
		{Exp, 1.0, 2.718281828459045},
		{Exp, 0.0, 1.0},
		{Log, 5e-324, -744.4400719213812},
		{Log, 1e-310, -713.8013788281542},
		{Log, 2.2e-308, -708.4077512818018},
		{Log, 1e+300, 690.7755278982137},
		{Log, 1.0, 0.0},
		{Log10, 1000.0, 3.0},
		{Log10, 1000000000000000.0, 15.0},
		{Log10, 1e-05, -5.0},
		{Log10, 1e+22, 22.0},
		{Log10, 5e-324, -323.3062153431158},
		{Log10, 1e-310, -310.0},
		{Log10, 2.0, 0.3010299956639812},
		{Log10, 1e+308, 308.0},
		{Sinh, 709.9, 1.0107010280597818e+308},
		{Sinh, -710.4, -1.6663642832806494e+308},
		{Sinh, 710.5, math.Inf(1)},
		{Sinh, 1.0, 1.1752011936438014},
		{Cosh, 709.9, 1.0107010280597818e+308},
		{Cosh, -710.4, 1.6663642832806494e+308},
		{Cosh, 711.0, math.Inf(1)},
		{Cosh, 1.0, 1.5430806348152437},
		{Lgamma, 5e-324, 744.4400719213812},
		{Lgamma, -1e-310, 713.8013788281542},
	} {
		got, err := c.op.Eval(F64, []Scalar{Float(F64, c.x)})
		if err != nil {
			t.Fatal(err)
		}
		if g := got.Float64(); g != c.want && !(math.Abs(g-c.want) <= 4e-16*math.Abs(c.want)+5e-324) {
			t.Errorf("%s %v: got %v, want %v", c.op.Name, c.x, g, c.want)
		}
	}
}
