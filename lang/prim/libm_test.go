package prim

import (
	"math"
	"testing"
)

// TestLibm compares functions at the ends of their range with what the math module of Python gives.
func TestLibm(t *testing.T) {
	for _, c := range []struct {
		name string
		x    float64
		want float64
	}{
		{"exp", 709.7, 1.6549840276802644e+308},
		{"exp", 709.78, 1.7928227943945155e+308},
		{"exp", 709.79, math.Inf(1)},
		{"exp", -708.5, 2.006132305331306e-308},
		{"exp", -740.0, 4.2e-322},
		{"exp", -745.1, 5e-324},
		{"exp", -746.0, 0.0},
		{"exp", 700.5, 1.6721859620674984e+304},
		{"exp", 1.0, 2.718281828459045},
		{"exp", 0.0, 1.0},
		{"log", 5e-324, -744.4400719213812},
		{"log", 1e-310, -713.8013788281542},
		{"log", 2.2e-308, -708.4077512818018},
		{"log", 1e+300, 690.7755278982137},
		{"log", 1.0, 0.0},
		{"log10", 1000.0, 3.0},
		{"log10", 1000000000000000.0, 15.0},
		{"log10", 1e-05, -5.0},
		{"log10", 1e+22, 22.0},
		{"log10", 5e-324, -323.3062153431158},
		{"log10", 1e-310, -310.0},
		{"log10", 2.0, 0.3010299956639812},
		{"log10", 1e+308, 308.0},
		{"sinh", 709.9, 1.0107010280597818e+308},
		{"sinh", -710.4, -1.6663642832806494e+308},
		{"sinh", 710.5, math.Inf(1)},
		{"sinh", 1.0, 1.1752011936438014},
		{"cosh", 709.9, 1.0107010280597818e+308},
		{"cosh", -710.4, 1.6663642832806494e+308},
		{"cosh", 711.0, math.Inf(1)},
		{"cosh", 1.0, 1.5430806348152437},
		{"lgamma", 5e-324, 744.4400719213812},
		{"lgamma", -1e-310, 713.8013788281542},
	} {
		got, err := ByOpName(c.name).Eval(F64, []Scalar{Float(F64, c.x)})
		if err != nil {
			t.Fatal(err)
		}
		if g := got.Float64(); g != c.want && !(math.Abs(g-c.want) <= 4e-16*math.Abs(c.want)+5e-324) {
			t.Errorf("%s %v: got %v, want %v", c.name, c.x, g, c.want)
		}
	}
}
