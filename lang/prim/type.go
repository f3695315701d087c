package prim

import (
	"math"
	"strconv"
	"strings"
)

// Type is a primitive scalar type.
type Type uint8

// The primitive types.
const (
	Invalid Type = iota
	I8
	I16
	I32
	I64
	U8
	U16
	U32
	U64
	F16
	F32
	F64
	Bool
)

// Types lists all primitive types in declaration order.
var Types = []Type{I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64, Bool}

var typeNames = [...]string{"invalid", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "bool"}

// String is Futhark's name of the type.
func (t Type) String() string { return typeNames[t] }

// ByName finds a type by Futhark's name for it.
func ByName(name string) (Type, bool) {
	for _, t := range Types {
		if typeNames[t] == name {
			return t, true
		}
	}
	return Invalid, false
}

// Size is the number of bytes of one element.
func (t Type) Size() int {
	switch t {
	case I8, U8, Bool:
		return 1
	case I16, U16, F16:
		return 2
	case I32, U32, F32:
		return 4
	}
	return 8
}

// IsSigned reports whether t is i8 to i64.
func (t Type) IsSigned() bool { return t >= I8 && t <= I64 }

// IsUnsigned reports whether t is u8 to u64.
func (t Type) IsUnsigned() bool { return t >= U8 && t <= U64 }

// IsInt reports whether t is a signed or unsigned integer type.
func (t Type) IsInt() bool { return t >= I8 && t <= U64 }

// IsFloat reports whether t is f16, f32 or f64.
func (t Type) IsFloat() bool { return t >= F16 && t <= F64 }

// Scalar is a primitive value. Bits holds an integer sign- or zero-extended to 64 bits according to
// its type, a float of any width as math.Float64bits of its (exactly representable) value, and a
// bool as 0 or 1, so that equal scalars have equal Bits (NaN aside).
type Scalar struct {
	Type Type
	Bits uint64
}

// Int makes an integer scalar, wrapping v to the width of t.
func Int(t Type, v int64) Scalar { return Scalar{t, wrap(t, uint64(v))} }

// Float makes a float scalar, rounding v to the width of t.
func Float(t Type, v float64) Scalar { return Scalar{t, math.Float64bits(roundTo(t, v))} }

// BoolOf makes a bool scalar.
func BoolOf(b bool) Scalar {
	if b {
		return Scalar{Bool, 1}
	}
	return Scalar{Bool, 0}
}

// Int64 is the value of an integer or bool scalar (u64 above 2^63 wraps).
func (s Scalar) Int64() int64 { return int64(s.Bits) }

// Float64 is the value of a float scalar.
func (s Scalar) Float64() float64 { return math.Float64frombits(s.Bits) }

// Bool is the value of a bool scalar.
func (s Scalar) Bool() bool { return s.Bits != 0 }

// Zero is 0, 0.0 or false.
func Zero(t Type) Scalar { return Scalar{t, 0} }

// One is 1, 1.0 or true.
func One(t Type) Scalar {
	if t.IsFloat() {
		return Float(t, 1)
	}
	return Scalar{t, 1}
}

func wrap(t Type, b uint64) uint64 {
	switch t {
	case I8:
		return uint64(int64(int8(b)))
	case I16:
		return uint64(int64(int16(b)))
	case I32:
		return uint64(int64(int32(b)))
	case U8:
		return uint64(uint8(b))
	case U16:
		return uint64(uint16(b))
	case U32:
		return uint64(uint32(b))
	case Bool:
		return b & 1
	}
	return b
}

// String is the scalar in Futhark's notation, with type suffix, precise enough to round-trip.
func (s Scalar) String() string {
	switch {
	case s.Type == Bool:
		return strconv.FormatBool(s.Bool())
	case s.Type.IsUnsigned():
		return strconv.FormatUint(s.Bits, 10) + s.Type.String()
	case s.Type.IsInt():
		return strconv.FormatInt(s.Int64(), 10) + s.Type.String()
	}
	return formatFloat(s.Type, s.Float64())
}

// Plain is the scalar as messages show it: integers read better there without their type.
func (s Scalar) Plain() string {
	if s.Type.IsInt() {
		return strings.TrimSuffix(s.String(), s.Type.String())
	}
	return s.String()
}
