package gen

import (
	"fmt"

	"raido/lang/prim"
)

// conversionLetters is what the letters of the functions that convert floats of type from to integers of type to mean besides those of shapeOf.
func conversionLetters(from, to prim.Type, w int) []string {
	n := 8 * to.Size()
	lo, hi := "0", fmt.Sprintf("0x1p%d", n)
	if to.IsSigned() {
		lo, hi = fmt.Sprintf("-0x1p%d", n-1), fmt.Sprintf("0x1p%d", n-1)
	}
	if from == prim.F32 {
		hi += "f"
		if to.IsSigned() {
			lo += "f"
		}
	}
	return []string{"$R", vecType(to, w), "$J", signed(to) + lanesSuffix(w), "$d", to.String(), "$lo", lo, "$hi", hi,
		"$max", literal(prim.IntMax(to)), "$min", literal(prim.IntMin(to))}
}

// anyFunc is the function that reports whether any lane of a mask for values of type t is set.
func anyFunc(t prim.Type, w int) string {
	return "rd_any_" + shapeName(signedOf(t), w)
}

// signedOf is the signed integer type of the same width.
func signedOf(t prim.Type) prim.Type {
	return [...]prim.Type{1: prim.I8, 2: prim.I16, 4: prim.I32, 8: prim.I64}[t.Size()]
}

// shapeName is a type and a number of lanes in the name of a function.
func shapeName(t prim.Type, w int) string {
	if w == 1 {
		return t.String()
	}
	return fmt.Sprintf("%sx%d", t, w)
}
