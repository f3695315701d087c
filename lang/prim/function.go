package prim

// Functions of floats, which take dozens of instructions. They are defined once for all engines, in backend/fmath/*.fut; functions.go is
// made of that. Functions of f16 are those of f32, rounded once more.

// function1 makes an operator of one float from its functions.
func function1(name string, f64 func(float64) float64, f32 func(float32) float32) *Op {
	o := row(name, 1, Floats, func(t Type, a []Scalar) Scalar {
		x := a[0].Float64()
		if t == F64 {
			return Float(t, f64(x))
		}
		return Float(t, float64(f32(float32(x))))
	})
	singles[o] = single{f64, f32}
	return o
}

type single struct {
	f64 func(float64) float64
	f32 func(float32) float32
}

var singles = map[*Op]single{}

// Single is the meaning of a function of one float of type t, f32 or f64; nil if the operator is none.
func (o *Op) Single(t Type) func(float64) float64 {
	f, ok := singles[o]
	if !ok || t == F64 {
		return f.f64
	}
	return func(x float64) float64 { return float64(f.f32(float32(x))) }
}

// function2 makes an operator of two floats.
func function2(name string, f64 func(x, y float64) float64, f32 func(x, y float32) float32) *Op {
	return row(name, 2, Floats, func(t Type, a []Scalar) Scalar {
		x, y := a[0].Float64(), a[1].Float64()
		if t == F64 {
			return Float(t, f64(x, y))
		}
		return Float(t, float64(f32(float32(x), float32(y))))
	})
}

// Power is x ** y for floats of type t, of which they have the values.
func Power(t Type, x, y float64) float64 {
	if t == F64 {
		return powF64(x, y)
	}
	return float64(powF32(float32(x), float32(y)))
}

// withInt makes an operator of a float and an i32.
func withInt(name string, f64 func(x float64, n int32) float64, f32 func(x float32, n int32) float32) *Op {
	return row(name, 2, Floats, func(t Type, a []Scalar) Scalar {
		x, n := a[0].Float64(), int32(a[1].Int64())
		if t == F64 {
			return Float(t, f64(x, n))
		}
		return Float(t, float64(f32(float32(x), n)))
	}).second(I32)
}

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
