package gen

import (
	"fmt"
	"strings"
	"sync"

	"raido/lang/prim"
)

// rows is the OpenCL text of each primitive operator. In a text, $0
// $1 $2 are the operands, $T the operand type, $R the result type, $U the unsigned type of the same width,
// $N the unsigned type of wrapping arithmetic, $W the width in bits, and $t Raido's name of the operand
// type. int, float and bool are the texts for these groups; any is for all.
type rowText struct{ any, int, float, bool string }

// at is the text at an operand type.
func (r rowText) at(t prim.Type) string {
	switch {
	case r.any != "":
		return r.any
	case t.IsInt():
		return r.int
	case t.IsFloat():
		return r.float
	}
	return r.bool
}

var rows = map[*prim.Op]rowText{
	prim.Add:   {int: "($T)(($N)$0 + ($N)$1)", float: "($0 + $1)"},
	prim.Sub:   {int: "($T)(($N)$0 - ($N)$1)", float: "($0 - $1)"},
	prim.Mul:   {int: "($T)(($N)$0 * ($N)$1)", float: "($0 * $1)"},
	prim.Weigh: {int: "($T)(($N)$0 * ($N)$1)", float: "($0 * $1)"},
	prim.Neg:   {int: "($T)(0 - ($N)$0)", float: "(-$0)"},
	prim.Abs:   {int: "($T)($0 < 0 ? 0 - ($N)$0 : ($N)$0)", float: "fabs($0)"},
	prim.Sgn:   {int: "($T)(($0 > 0) - ($0 < 0))", float: "($0 > 0 ? ($T)1 : $0 < 0 ? ($T)-1 : $0)"},
	// A nan operand is ignored; the ternary form vectorises.
	prim.Min: {int: "($1 < $0 ? $1 : $0)", float: "(($0 < $1 || $1 != $1) ? $0 : $1)"},
	prim.Max: {int: "($0 < $1 ? $1 : $0)", float: "(($0 > $1 || $1 != $1) ? $0 : $1)"},
	prim.Pow: {int: "rd_pow_$t($0, $1)", float: "rd_pow_$t($0, $1)"},

	prim.Div:  {int: "rd_div_$t($0, $1)", float: "($0 / $1)"},
	prim.Mod:  {int: "rd_mod_$t($0, $1)", float: "rd_mod_$t($0, $1)"},
	prim.Quot: {int: "rd_quot_$t($0, $1)"},
	prim.Rem:  {int: "rd_rem_$t($0, $1)"},

	prim.And: {int: "($T)($0 & $1)", bool: "($T)($0 & $1)"},
	prim.Or:  {int: "($T)($0 | $1)", bool: "($T)($0 | $1)"},
	prim.Xor: {int: "($T)($0 ^ $1)", bool: "($T)($0 ^ $1)"},
	prim.Not: {int: "($T)(~$0)", bool: "($T)(!$0)"},
	// A count of the width or more shifts everything out.
	prim.Shl:   {int: "($T)(($U)$1 < $W ? ($N)$0 << $1 : 0)"},
	prim.Shr:   {int: "rd_shr_$t($0, $1)"},
	prim.Lshr:  {int: "($T)(($U)$1 < $W ? ($U)$0 >> $1 : 0)"},
	prim.Popc:  {int: "(int)popcount(($U)$0)"},
	prim.Clz:   {int: "(int)clz(($U)$0)"},
	prim.Ctz:   {int: "(int)popcount(($U)(~($U)$0 & (($U)$0 - 1)))"},
	prim.MulHi: {int: "mul_hi($0, $1)"},
	prim.MadHi: {int: "($T)(($N)mul_hi($0, $1) + ($N)$2)"},

	prim.Eq: {any: "(char)($0 == $1)"},
	prim.Lt: {any: "(char)($0 < $1)"},
	prim.Le: {any: "(char)($0 <= $1)"},

	prim.IsNaN: {float: "(char)($0 != $0)"}, prim.IsInf: {float: "(char)(isinf($0) != 0)"},
	prim.Signbit: {float: "(char)(signbit($0) != 0)"},
	prim.Atan2:   {float: "rd_atan2_$t($0, $1)"}, prim.Atan2pi: {float: "rd_atan2pi_$t($0, $1)"}, prim.Hypot: {float: "rd_hypot_$t($0, $1)"},
	prim.Copysign: {float: "copysign($0, $1)"}, prim.Nextafter: {float: "rd_nextafter_$t($0, $1)"},
	prim.Ldexp: {float: "rd_ldexp_$t($0, $1)"}, prim.Fma: {float: "fma($0, $1, $2)"},
	prim.Lerp:      {float: "($0 + ($1 - $0) * $2)"},
	prim.Gamma:     {float: "rd_gamma_$t($0)"},
	prim.Round:     {float: "rint($0)"},
	prim.Rsqrt:     {float: "(($T)1 / sqrt($0))"},
	prim.ToBits:    {float: "as_$R($0)"},
	prim.FromBits:  {float: "as_$T($0)"},
	prim.Polygamma: {float: "rd_polygamma_$t($0, $1)"},
}

func init() {
	for _, op := range []*prim.Op{prim.Sqrt, prim.Ceil, prim.Floor, prim.Trunc} {
		rows[op] = rowText{float: op.Name + "($0)"}
	}
	for _, op := range []*prim.Op{
		prim.Cbrt, prim.Exp, prim.Exp2, prim.Exp10, prim.Expm1, prim.Log, prim.Log2, prim.Log10, prim.Log1p, prim.Sin,
		prim.Cos, prim.Tan, prim.Asin, prim.Acos, prim.Atan, prim.Sinh, prim.Cosh, prim.Tanh, prim.Asinh, prim.Acosh,
		prim.Atanh, prim.Sinpi, prim.Cospi, prim.Tanpi, prim.Asinpi, prim.Acospi, prim.Atanpi, prim.Lgamma, prim.Erf, prim.Erfc,
	} {
		rows[op] = rowText{float: "rd_" + op.Name + "_$t($0)"}
	}
	for _, t := range prim.Types {
		r := rowText{int: "($R)($0)", float: "($R)($0)", bool: "($R)($0)"}
		switch {
		case t == prim.Bool:
			r = rowText{any: "(char)($0 != 0)"}
		case t.IsInt(): // floats saturate, nan and infinities give 0
			r.float = "(isfinite($0) ? convert_$R_sat_rtz($0) : ($R)0)"
			if t.IsUnsigned() {
				r.int = "($R)($U)($0)"
			}
		}
		rows[prim.To(t)] = r
	}
}

// bodies are the texts of all rows as templates.
var bodies = sync.OnceValue(func() map[string]template {
	out := map[string]template{}
	for _, table := range []map[*prim.Op]rowText{rows, vecRows, wideRows, {nil: wideNumber}} {
		for _, r := range table {
			for _, text := range []string{r.any, r.int, r.float, r.bool} {
				out[text] = newTemplate(text, "")
			}
		}
	}
	return out
})

// op is the text of an operator at type t on w lanes each; ok is false if there is none. It notes what the text calls.
func (n *demands) op(op *prim.Op, t prim.Type, w int, args []string) (text string, ok bool) {
	half := t == prim.F16 || op.ResultType(t) == prim.F16
	if half && w == 1 {
		return n.half(op, t, args)
	}
	r := rows[op]
	if w > 1 {
		r = n.vecRow(op, t, w)
	}
	if text = r.at(t); text == "" || half {
		return "", false
	}
	letters := append([]string{"$R", vecType(n.inRegister(op.ResultType(t), w), w)}, shapeOf(n.inRegister(t, w), w)...)
	n.template(bodies()[text], letters, n.inRegister(t, w), w)
	for i, a := range args {
		letters = append(letters, fmt.Sprintf("$%d", i), a)
	}
	return strings.NewReplacer(letters...).Replace(text), true
}

// opText is the text of an operator at type t; ok is false if there is none.
func opText(op *prim.Op, t prim.Type, args []string) (text string, ok bool) {
	return (*demands)(nil).op(op, t, 1, args)
}
