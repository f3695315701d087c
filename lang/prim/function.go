package prim

// IsFunctionOf reports whether the operator is a function of operands of type t, floats, which takes dozens of instructions.
func (o *Op) IsFunctionOf(t Type) bool { return t.IsFloat() && functions[o] }

var functions = map[*Op]bool{}

func init() {
	for _, op := range []*Op{Pow, Cbrt, Exp, Exp2, Exp10, Expm1, Log, Log2, Log10, Log1p,
		Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh,
		Sinpi, Cospi, Tanpi, Asinpi, Acospi, Atanpi, Gamma, Lgamma, Erf, Erfc, Atan2,
		Atan2pi, Hypot, Polygamma} {
		functions[op] = true
	}
}
