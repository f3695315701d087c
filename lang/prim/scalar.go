package prim

import "math"

// roundTo rounds v to the nearest value of float type t (ties to even).
func roundTo(t Type, v float64) float64 {
	switch t {
	case F32:
		return float64(float32(v))
	case F16:
		return roundHalf(v)
	}
	return v
}

func roundHalf(v float64) float64 {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	_, exp := math.Frexp(v)
	unit := math.Ldexp(1, max(exp-11, -24))
	r := math.RoundToEven(v/unit) * unit
	if math.Abs(r) > 65504 {
		return math.Copysign(math.Inf(1), v)
	}
	return r
}
