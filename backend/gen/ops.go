package gen

import (
	"fmt"
	"strings"
	"sync"

	"raido/lang/prim"
)

// rows is the OpenCL text of each primitive operator, by the name of its row in prim.Ops. In a text, $0
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

var rows = map[string]rowText{
	"add": {int: "($T)(($N)$0 + ($N)$1)", float: "($0 + $1)"},
	"sub": {int: "($T)(($N)$0 - ($N)$1)", float: "($0 - $1)"},
	"mul": {int: "($T)(($N)$0 * ($N)$1)", float: "($0 * $1)"},
	"neg": {int: "($T)(0 - ($N)$0)", float: "(-$0)"},
	"abs": {int: "($T)($0 < 0 ? 0 - ($N)$0 : ($N)$0)", float: "fabs($0)"},
	"sgn": {int: "($T)(($0 > 0) - ($0 < 0))", float: "($0 > 0 ? ($T)1 : $0 < 0 ? ($T)-1 : $0)"},
	// A nan operand is ignored; the ternary form vectorises.
	"min": {int: "($1 < $0 ? $1 : $0)", float: "(($0 < $1 || $1 != $1) ? $0 : $1)"},
	"max": {int: "($0 < $1 ? $1 : $0)", float: "(($0 > $1 || $1 != $1) ? $0 : $1)"},
	"pow": {int: "rd_pow_$t($0, $1)", float: "rd_pow_$t($0, $1)"},

	"div":  {int: "rd_div_$t($0, $1)", float: "($0 / $1)"},
	"mod":  {int: "rd_mod_$t($0, $1)", float: "rd_mod_$t($0, $1)"},
	"quot": {int: "rd_quot_$t($0, $1)"},
	"rem":  {int: "rd_rem_$t($0, $1)"},

	"and": {int: "($T)($0 & $1)", bool: "($T)($0 & $1)"},
	"or":  {int: "($T)($0 | $1)", bool: "($T)($0 | $1)"},
	"xor": {int: "($T)($0 ^ $1)", bool: "($T)($0 ^ $1)"},
	"not": {int: "($T)(~$0)", bool: "($T)(!$0)"},
	// A count of the width or more shifts everything out.
	"shl":    {int: "($T)(($U)$1 < $W ? ($N)$0 << $1 : 0)"},
	"shr":    {int: "rd_shr_$t($0, $1)"},
	"lshr":   {int: "($T)(($U)$1 < $W ? ($U)$0 >> $1 : 0)"},
	"popc":   {int: "(int)popcount(($U)$0)"},
	"clz":    {int: "(int)clz(($U)$0)"},
	"ctz":    {int: "(int)popcount(($U)(~($U)$0 & (($U)$0 - 1)))"},
	"mul_hi": {int: "mul_hi($0, $1)"},
	"mad_hi": {int: "($T)(($N)mul_hi($0, $1) + ($N)$2)"},

	"eq": {any: "(char)($0 == $1)"},
	"lt": {any: "(char)($0 < $1)"},
	"le": {any: "(char)($0 <= $1)"},

	"isnan": {float: "(char)($0 != $0)"}, "isinf": {float: "(char)(isinf($0) != 0)"},
	"signbit": {float: "(char)(signbit($0) != 0)"},
	"atan2":   {float: "rd_atan2_$t($0, $1)"}, "atan2pi": {float: "rd_atan2pi_$t($0, $1)"}, "hypot": {float: "rd_hypot_$t($0, $1)"},
	"copysign": {float: "copysign($0, $1)"}, "nextafter": {float: "nextafter($0, $1)"},
	"ldexp": {float: "ldexp($0, $1)"}, "fma": {float: "fma($0, $1, $2)"},
	"lerp":      {float: "($0 + ($1 - $0) * $2)"},
	"gamma":     {float: "rd_gamma_$t($0)"},
	"round":     {float: "rint($0)"},
	"rsqrt":     {float: "(($T)1 / sqrt($0))"},
	"to_bits":   {float: "as_$R($0)"},
	"from_bits": {float: "as_$T($0)"},
	"polygamma": {float: "($T)rd_polygamma((double)$0, $1)"},
}

func init() {
	for _, name := range strings.Fields("sqrt ceil floor trunc") {
		rows[name] = rowText{float: name + "($0)"}
	}
	for _, name := range strings.Fields("cbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan" +
		" sinh cosh tanh asinh acosh atanh sinpi cospi tanpi asinpi acospi atanpi lgamma erf erfc") {
		rows[name] = rowText{float: "rd_" + name + "_$t($0)"}
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
		rows["to_"+t.String()] = r
	}
}

// bodies are the texts of all rows as templates.
var bodies = sync.OnceValue(func() map[string]template {
	out := map[string]template{}
	for _, table := range []map[string]rowText{rows, vecRows} {
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
	r, own := rows[op.Name], false
	if w > 1 {
		if r, own = vecRows[op.Name]; !own {
			r = rows[op.Name]
		}
	}
	if text = r.at(t); text == "" || half {
		return "", false
	}
	letters := append([]string{"$R", vecType(op.ResultType(t), w)}, shapeOf(t, w)...)
	n.template(bodies()[text], letters, t, w)
	for i, a := range args {
		letters = append(letters, fmt.Sprintf("$%d", i), a)
	}
	return strings.NewReplacer(letters...).Replace(text), true
}

// opText is the text of an operator at type t; ok is false if there is none.
func opText(op *prim.Op, t prim.Type, args []string) (text string, ok bool) {
	return (*demands)(nil).op(op, t, 1, args)
}

// indexOps is the text of operators on sizes and indices: they cannot overflow, so plain signed
// arithmetic will do, which compilers understand best.
var indexOps = map[string]string{"add": "+", "sub": "-", "mul": "*"}

// neutral is the neutral element of a known operator, as a literal.
func neutral(op string, t prim.Type) string {
	ne, _ := prim.ByOpName(op).Neutral(t)
	return literal(ne)
}
