package gen

import (
	"fmt"
	"strings"

	"raido/lang/prim"
)

// Operators on vectors: W values of one type at once, W = 2, 4, 8 or 16. A vector of bools is one of chars 0
// or 1, as the scalar is. Every operator gives in each lane the bits that its scalar form gives, and no
// operand traps: lanes of points that take another way may hold anything, divisors of zero too.

// vecType is the OpenCL type of w values of type t.
func vecType(t prim.Type, w int) string { return ctype(t) + lanesSuffix(w) }

func lanesSuffix(w int) string {
	if w == 1 {
		return ""
	}
	return fmt.Sprint(w)
}

// vecSelect is the text of a choice in each lane; cond is a vector of bools.
func vecSelect(t prim.Type, w int, cond, then, els string) string {
	return fmt.Sprintf("(%s ? %s : %s)", vecMask(t, w, cond), then, els)
}

// vecMask is a vector of bools as a mask for values of type t: all bits of a lane or none.
func vecMask(t prim.Type, w int, cond string) string {
	i := signed(t) + lanesSuffix(w)
	return fmt.Sprintf("(convert_%s(%s) != (%s)0)", i, cond, i)
}

// signed is the signed type of the same width.
func signed(t prim.Type) string { return strings.TrimPrefix(unsigned(t), "u") }

// vecRows are the texts for vectors where that for scalars does not serve, by the rules of rows, except that
// $T, $R, $U are vector types, and $I is the signed one of $U's width. A comparison gives a mask, $I.
var vecRows = map[*prim.Op]rowText{
	prim.Add:   {int: "as_$T(as_$U($0) + as_$U($1))", float: "($0 + $1)"},
	prim.Sub:   {int: "as_$T(as_$U($0) - as_$U($1))", float: "($0 - $1)"},
	prim.Mul:   {int: "as_$T(as_$U($0) * as_$U($1))", float: "($0 * $1)"},
	prim.Weigh: {int: "as_$T(as_$U($0) * as_$U($1))", float: "($0 * $1)"},
	prim.Neg:   {int: "as_$T(($U)0 - as_$U($0))", float: "(-$0)"},
	prim.Abs:   {int: "($0 < ($T)0 ? as_$T(($U)0 - as_$U($0)) : $0)", float: "fabs($0)"},
	prim.Sgn:   {int: "as_$T(($0 < ($T)0) - ($0 > ($T)0))", float: "($0 > ($T)0 ? ($T)(1) : $0 < ($T)0 ? ($T)(-1) : $0)"},

	prim.And:   {int: "($0 & $1)", bool: "($0 & $1)"},
	prim.Or:    {int: "($0 | $1)", bool: "($0 | $1)"},
	prim.Xor:   {int: "($0 ^ $1)", bool: "($0 ^ $1)"},
	prim.Not:   {int: "(~$0)", bool: "($0 ^ ($T)1)"},
	prim.Shl:   {int: "as_$T(as_$U($1) < ($U)$W ? as_$U($0) << as_$U($1) : ($U)0)"},
	prim.Lshr:  {int: "as_$T(as_$U($1) < ($U)$W ? as_$U($0) >> as_$U($1) : ($U)0)"},
	prim.Popc:  {int: "convert_$R(popcount(as_$U($0)))"},
	prim.Clz:   {int: "convert_$R(clz(as_$U($0)))"},
	prim.Ctz:   {int: "convert_$R(popcount(~as_$U($0) & (as_$U($0) - ($U)1)))"},
	prim.MadHi: {int: "as_$T(as_$U(mul_hi($0, $1)) + as_$U($2))"},

	prim.Eq: {any: "(convert_$R($0 == $1) & ($R)1)"},
	prim.Lt: {any: "(convert_$R($0 < $1) & ($R)1)"},
	prim.Le: {any: "(convert_$R($0 <= $1) & ($R)1)"},

	prim.IsNaN:   {float: "(convert_$R($0 != $0) & ($R)1)"},
	prim.IsInf:   {float: "(convert_$R(fabs($0) == ($T)INFINITY) & ($R)1)"},
	prim.Signbit: {float: "(convert_$R(as_$I($0) < ($I)0) & ($R)1)"},
}

func init() {
	for _, t := range prim.Types {
		r := rowText{int: "convert_$R($0)", float: "convert_$R($0)", bool: "convert_$R($0)"}
		switch {
		case t == prim.Bool:
			r = rowText{any: "(convert_$R($0 != ($T)0) & ($R)1)"}
		case t == prim.F64:
			r.int = "rd_tof64_$t($0)"
		case t.IsInt():
			r.float = "rd_to" + t.String() + "_$t($0)"
			if t.IsUnsigned() {
				r.int = "convert_$R(as_$U($0))"
			}
		}
		vecRows[prim.To(t)] = r
	}
}

// vecText is the text of an operator on vectors of w lanes at type t; the operands are vectors, each used
// several times maybe. ok is false if there is none.
func vecText(op *prim.Op, t prim.Type, w int, args []string) (text string, ok bool) {
	return (*demands)(nil).op(op, t, w, args)
}

// shapeOf is what the letters of texts mean at a type and width, for both scalars (w = 1) and vectors: $M is
// the type of a comparison's result, $A(x) tells that any lane of x is true, $P and $B are the digits of a float
// after the first and the bias of its exponent.
func shapeOf(t prim.Type, w int) []string {
	l := lanesSuffix(w)
	mask, any, name := signed(t)+l, anyFunc(t, w), t.String()+"x"+l
	if w == 1 {
		mask, any, name = "int", "", t.String()
	}
	digits, bias := 52, 1023 // of a float
	if t == prim.F32 {
		digits, bias = 23, 127
	}
	return []string{"$P", fmt.Sprint(digits), "$B", fmt.Sprint(bias), "$T", ctype(t) + l, "$U", unsigned(t) + l, "$I", signed(t) + l, "$M", mask, "$A", any,
		"$W", fmt.Sprint(8 * t.Size()), "$L", l, "$X", strings.TrimPrefix(name, t.String()), "$t", name,
		"$N", wide(t), "$C", ctype(t), "$Q", fmt.Sprint(w), "$E", fmt.Sprint(t.Size())}
}

// count is the numbers of lanes.
func count(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(i)
	}
	return strings.Join(out, ", ")
}

// lane is component k of a vector.
func lane(v string, k int) string { return fmt.Sprintf("%s.s%x", v, k) }
