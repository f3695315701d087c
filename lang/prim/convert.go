package prim

import "math"

// Conversions: the operand type is the source. Integers are wrapped or extended: with the sign if both types
// are signed, else with zeros, so that u32.i16 (-1) is 65535; floats are truncated to integers, saturating, with nan and infinities to 0; integers and floats are rounded
// once to floats; everything but zero is true (nan too).
var convertOps = func() []*Op {
	var ops []*Op
	for _, to := range Types {
		ops = append(ops, row("to_"+to.String(), 1, Any, func(t Type, a []Scalar) Scalar {
			return Convert(a[0], to)
		}).gives(to))
	}
	return ops
}()

// Convert gives s as type to.
func Convert(s Scalar, to Type) Scalar {
	switch {
	case to == Bool:
		if s.Type.IsFloat() {
			return BoolOf(s.Float64() != 0)
		}
		return BoolOf(s.Bits != 0)
	case s.Type.IsFloat() && to.IsFloat():
		return Float(to, s.Float64())
	case s.Type.IsFloat():
		return Scalar{to, FloatToInt(s.Float64(), to)}
	case to.IsUnsigned():
		return Scalar{to, wrap(to, ZeroExtend(s.Type, s.Bits))}
	case !to.IsFloat():
		return Scalar{to, wrap(to, s.Bits)}
	case to == F32: // rounded once, not by way of float64
		if s.Type == U64 {
			return Scalar{to, math.Float64bits(float64(float32(s.Bits)))}
		}
		return Scalar{to, math.Float64bits(float64(float32(s.Int64())))}
	case s.Type == U64:
		return Float(to, float64(s.Bits))
	}
	return Float(to, float64(s.Int64()))
}

// ZeroExtend gives the Bits of a Scalar of type t without what extends its sign.
func ZeroExtend(t Type, bits uint64) uint64 {
	if n := 8 * t.Size(); n < 64 {
		return bits & (1<<n - 1)
	}
	return bits
}

// FloatToInt truncates f to an integer of type to, saturating; nan and infinities give 0. The result is the Bits of
// a Scalar.
func FloatToInt(f float64, to Type) uint64 {
	if f-f != 0 {
		return 0
	}
	lo, hi := IntMin(to), IntMax(to)
	if to.IsUnsigned() {
		switch {
		case f <= -1:
			return 0
		case f >= float64(hi.Bits): // for u64 this is 2^64
			return hi.Bits
		}
		return uint64(math.Trunc(f) + 0) // + 0: -0.5 truncates to 0
	}
	switch {
	case f <= float64(lo.Int64()):
		return lo.Bits
	case f >= float64(hi.Int64()):
		return hi.Bits
	}
	return uint64(int64(f))
}
