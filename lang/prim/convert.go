package prim

import (
	"math"
	"slices"
)

// Conversions: the operand type is the source. Integers are wrapped or extended: with the sign if both types
// are signed, else with zeros, so that u32.i16 (-1) is 65535; floats are truncated to integers, saturating, with nan and infinities to 0; integers and floats are rounded
// once to floats; everything but zero is true (nan too).
var (
	// ToI8 converts to i8.
	ToI8 = conversion(I8)
	// ToI16 converts to i16.
	ToI16 = conversion(I16)
	// ToI32 converts to i32.
	ToI32 = conversion(I32)
	// ToI64 converts to i64.
	ToI64 = conversion(I64)
	// ToU8 converts to u8.
	ToU8 = conversion(U8)
	// ToU16 converts to u16.
	ToU16 = conversion(U16)
	// ToU32 converts to u32.
	ToU32 = conversion(U32)
	// ToU64 converts to u64.
	ToU64 = conversion(U64)
	// ToF16 converts to f16.
	ToF16 = conversion(F16)
	// ToF32 converts to f32.
	ToF32 = conversion(F32)
	// ToF64 converts to f64.
	ToF64 = conversion(F64)
	// ToBool converts to bool.
	ToBool = conversion(Bool)
)

// convertOps are in the order of Types.
var convertOps = []*Op{ToI8, ToI16, ToI32, ToI64, ToU8, ToU16, ToU32, ToU64, ToF16, ToF32, ToF64, ToBool}

func conversion(to Type) *Op {
	return row("to_"+to.String(), 1, Any, func(_ Type, a []Scalar) Scalar { return Convert(a[0], to) }).gives(to)
}

// To is the conversion to a type: ToI64 for I64.
func To(t Type) *Op { return convertOps[slices.Index(Types, t)] }

// IsConversion reports whether the operator is a conversion between types.
func (o *Op) IsConversion() bool { return slices.Contains(convertOps, o) }

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
