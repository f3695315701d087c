package gen

import (
	"fmt"
	"math"
	"strconv"

	"raido/lang/diag"
	"raido/lang/prim"
)

// ctype is the OpenCL type of a primitive type; bool is a byte of 0 or 1, and f16 its bits: devices need not
// have the type half. Operators on it compute in float, see half.go.
func ctype(t prim.Type) string {
	switch t {
	case prim.I8, prim.Bool:
		return "char"
	case prim.I16:
		return "short"
	case prim.I32:
		return "int"
	case prim.I64:
		return "long"
	case prim.U8:
		return "uchar"
	case prim.U16, prim.F16:
		return "ushort"
	case prim.U32:
		return "uint"
	case prim.U64:
		return "ulong"
	case prim.F32:
		return "float"
	case prim.F64:
		return "double"
	}
	diag.Bugf("gen: no type %s", t)
	return ""
}

// unsigned is the unsigned type of the same width.
func unsigned(t prim.Type) string {
	return [...]string{1: "uchar", 2: "ushort", 4: "uint", 8: "ulong"}[t.Size()]
}

// wide is the unsigned type in which arithmetic of t wraps around: C computes narrower types as int.
func wide(t prim.Type) string {
	if t.Size() == 8 {
		return "ulong"
	}
	return "uint"
}

// literal is a constant in C; negative numbers and casts are in parentheses.
func literal(s prim.Scalar) string {
	switch t := s.Type; {
	case t == prim.Bool:
		return strconv.FormatUint(s.Bits&1, 10)
	case t == prim.I64 && s.Int64() == math.MinInt64:
		return "(-9223372036854775807L-1)"
	case t == prim.I64 && s.Int64() < 0:
		return fmt.Sprintf("(%dL)", s.Int64())
	case t == prim.I64:
		return fmt.Sprintf("%dL", s.Int64())
	case t == prim.U64:
		return fmt.Sprintf("%dUL", s.Bits)
	case t == prim.U32:
		return fmt.Sprintf("%du", s.Bits)
	case t == prim.I32 && s.Int64() == math.MinInt32:
		return "(-2147483647-1)"
	case t == prim.I32 && s.Int64() < 0:
		return fmt.Sprintf("(%d)", s.Int64())
	case t == prim.I32:
		return strconv.FormatInt(s.Int64(), 10)
	case t.IsInt():
		return fmt.Sprintf("(%s)(%d)", ctype(t), s.Int64())
	case t == prim.F16:
		return halfLiteral(s.Float64())
	}
	return floatLiteral(s)
}

func floatLiteral(s prim.Scalar) string {
	f := s.Float64()
	special := math.IsNaN(f) || math.IsInf(f, 0)
	switch {
	case s.Type == prim.F32 && special:
		return fmt.Sprintf("as_float(0x%xu)", math.Float32bits(float32(f)))
	case s.Type == prim.F64 && special:
		return fmt.Sprintf("as_double(0x%xUL)", math.Float64bits(f))
	}
	text := strconv.FormatFloat(f, 'g', -1, 64)
	if s.Type == prim.F32 {
		text = strconv.FormatFloat(f, 'g', -1, 32)
	}
	dot := false
	for _, c := range text {
		dot = dot || c == '.' || c == 'e'
	}
	if !dot {
		text += ".0"
	}
	if s.Type == prim.F32 {
		text += "f"
	}
	if f < 0 || math.Signbit(f) {
		text = "(" + text + ")"
	}
	return text
}

// vectorBytes is how many bytes the registers for vectors have, where they are largest.
const vectorBytes = 64

// Note [Loops that must run in order]
//
// PoCL tells LLVM that the loop over work-items has no dependences. Where that loop has one iteration, LLVM
// may drop it and leave the claim on a loop of ours inside; then a histogram is vectorised as if all its
// indices were different, and updates are lost. No vectoriser touches a loop with a volatile load. Such a
// loop could not be vectorised anyway, so nothing is lost either.
