package prim

import "math"

// float1 makes an operator from its meaning on float64, rounded once to the width.
func float1(name string, f func(x float64) float64) *Op {
	return row(name, 1, Floats, func(t Type, a []Scalar) Scalar { return Float(t, f(a[0].Float64())) })
}

func float2(name string, f func(x, y float64) float64) *Op {
	return row(name, 2, Floats, func(t Type, a []Scalar) Scalar { return Float(t, f(a[0].Float64(), a[1].Float64())) })
}

func floatTest(name string, f func(x float64) bool) *Op {
	return row(name, 1, Floats, func(_ Type, a []Scalar) Scalar { return BoolOf(f(a[0].Float64())) }).gives(Bool)
}

// Functions of one float.
var (
	// Sqrt is the square root.
	Sqrt = float1("sqrt", math.Sqrt)
	// Rsqrt is 1 / sqrt x.
	Rsqrt = float1("rsqrt", func(x float64) float64 { return 1 / math.Sqrt(x) })
	// Cbrt is the cube root.
	Cbrt = float1("cbrt", math.Cbrt)
	// Exp is e to the power x.
	Exp = float1("exp", FExp)
	// Exp2 is 2 to the power x.
	Exp2 = float1("exp2", math.Exp2)
	// Exp10 is 10 to the power x.
	Exp10 = float1("exp10", func(x float64) float64 { return math.Pow(10, x) })
	// Expm1 is exp x - 1.
	Expm1 = float1("expm1", math.Expm1)
	// Log is the natural logarithm.
	Log = float1("log", FLog)
	// Log2 is the logarithm of base 2.
	Log2 = float1("log2", math.Log2)
	// Log10 is the logarithm of base 10.
	Log10 = float1("log10", log10)
	// Log1p is log (1 + x).
	Log1p = float1("log1p", math.Log1p)
	// Sin is the sine.
	Sin = float1("sin", math.Sin)
	// Cos is the cosine.
	Cos = float1("cos", math.Cos)
	// Tan is the tangent.
	Tan = float1("tan", math.Tan)
	// Asin is the inverse of Sin.
	Asin = float1("asin", math.Asin)
	// Acos is the inverse of Cos.
	Acos = float1("acos", math.Acos)
	// Atan is the inverse of Tan.
	Atan = float1("atan", math.Atan)
	// Sinh is the hyperbolic sine.
	Sinh = float1("sinh", sinh)
	// Cosh is the hyperbolic cosine.
	Cosh = float1("cosh", cosh)
	// Tanh is the hyperbolic tangent.
	Tanh = float1("tanh", math.Tanh)
	// Asinh is the inverse of Sinh.
	Asinh = float1("asinh", math.Asinh)
	// Acosh is the inverse of Cosh.
	Acosh = float1("acosh", math.Acosh)
	// Atanh is the inverse of Tanh.
	Atanh = float1("atanh", math.Atanh)
	// Sinpi is sin (pi x).
	Sinpi = float1("sinpi", sinPi)
	// Cospi is cos (pi x).
	Cospi = float1("cospi", cosPi)
	// Tanpi is tan (pi x).
	Tanpi = float1("tanpi", func(x float64) float64 { return sinPi(x) / cosPi(x) })
	// Asinpi is asin x / pi.
	Asinpi = float1("asinpi", func(x float64) float64 { return math.Asin(x) / math.Pi })
	// Acospi is acos x / pi.
	Acospi = float1("acospi", func(x float64) float64 { return math.Acos(x) / math.Pi })
	// Atanpi is atan x / pi.
	Atanpi = float1("atanpi", func(x float64) float64 { return math.Atan(x) / math.Pi })
	// Gamma is the gamma function.
	Gamma = float1("gamma", math.Gamma)
	// Lgamma is log |gamma x|.
	Lgamma = float1("lgamma", lgamma)
	// Erf is the error function.
	Erf = float1("erf", math.Erf)
	// Erfc is 1 - erf x.
	Erfc = float1("erfc", math.Erfc)
	// Ceil is x rounded upwards to an integer.
	Ceil = float1("ceil", math.Ceil)
	// Floor is x rounded downwards to an integer.
	Floor = float1("floor", math.Floor)
	// Trunc is x rounded towards zero to an integer.
	Trunc = float1("trunc", math.Trunc)
	// Round is the integer nearest to x, of two the even one.
	Round = float1("round", math.RoundToEven)
	// IsNaN reports whether x is nan.
	IsNaN = floatTest("isnan", math.IsNaN)
	// IsInf reports whether x is an infinity.
	IsInf = floatTest("isinf", func(x float64) bool { return math.IsInf(x, 0) })
	// Signbit reports whether the sign bit is set, that of -0 and nan too.
	Signbit = floatTest("signbit", math.Signbit)
)

var unaryFloatOps = []*Op{
	Sqrt, Rsqrt, Cbrt, Exp, Exp2, Exp10, Expm1, Log, Log2, Log10, Log1p, Sin, Cos, Tan, Asin, Acos, Atan, Sinh,
	Cosh, Tanh, Asinh, Acosh, Atanh, Sinpi, Cospi, Tanpi, Asinpi, Acospi, Atanpi, Gamma, Lgamma, Erf, Erfc, Ceil,
	Floor, Trunc, Round, IsNaN, IsInf, Signbit,
}

// Functions of several floats, and those that look at the representation.
var (
	// Atan2 y x is the angle of the point (x, y).
	Atan2 = float2("atan2", math.Atan2)
	// Atan2pi is atan2 y x / pi.
	Atan2pi = float2("atan2pi", func(y, x float64) float64 { return math.Atan2(y, x) / math.Pi })
	// Hypot is sqrt (x*x + y*y) without overflow on the way.
	Hypot = float2("hypot", math.Hypot)
	// Copysign is x with the sign of y.
	Copysign = float2("copysign", math.Copysign)
	// Nextafter is the next number of the type from x towards y.
	Nextafter = row("nextafter", 2, Floats, func(t Type, a []Scalar) Scalar {
		return Scalar{t, math.Float64bits(nextAfter(t, a[0].Float64(), a[1].Float64()))}
	})
	// Ldexp is x * 2**n for an i32 n.
	Ldexp = row("ldexp", 2, Floats, func(t Type, a []Scalar) Scalar {
		return Float(t, math.Ldexp(a[0].Float64(), int(a[1].Int64())))
	}).second(I32)
	// Polygamma x n is the derivative of order n+1 of lgamma at x (n < 0 gives nan). It is the one family
	// that closes gamma and lgamma under differentiation.
	Polygamma = row("polygamma", 2, Floats, func(t Type, a []Scalar) Scalar {
		return Float(t, polygamma(a[0].Float64(), int(a[1].Int64())))
	}).second(I32)
	// Fma is x*y + z, rounded once.
	Fma = row("fma", 3, Floats, func(t Type, a []Scalar) Scalar {
		return Float(t, fma(t, a[0].Float64(), a[1].Float64(), a[2].Float64()))
	})
	// Lerp x y s is x + (y - x) * s, each step rounded, as a device computes it.
	Lerp = row("lerp", 3, Floats, func(t Type, a []Scalar) Scalar {
		x := a[0].Float64()
		return Float(t, x+roundTo(t, roundTo(t, a[1].Float64()-x)*a[2].Float64()))
	})
	// ToBits is the IEEE representation of a float, as an unsigned integer.
	ToBits = &Op{Name: "to_bits", Arity: 1, Class: Floats, Result: bitsType,
		Eval: func(t Type, a []Scalar) (Scalar, error) {
			return Scalar{bitsType(t), FloatBits(t, a[0].Float64())}, nil
		}}
	// FromBits is the float of an IEEE representation.
	FromBits = &Op{Name: "from_bits", Arity: 1, Class: Floats, Operand: func(t Type, _ int) Type { return bitsType(t) },
		Eval: func(t Type, a []Scalar) (Scalar, error) {
			return Scalar{t, math.Float64bits(FloatFromBits(t, a[0].Bits))}, nil
		}}
)

var floatOps = []*Op{Atan2, Atan2pi, Hypot, Copysign, Nextafter, Ldexp, Polygamma, Fma, Lerp, ToBits, FromBits}

// sinPi is sin(pi x), exact at multiples of 1/2.
func sinPi(x float64) float64 {
	r := math.Mod(x, 2) // exact, in (-2, 2); nan for inf
	switch a := math.Abs(r); {
	case a == 0 || a == 1:
		return math.Copysign(0, x)
	case a > 1.5:
		return math.Sin(math.Pi*(a-2)) * sign(x)
	case a > 0.5:
		return math.Sin(math.Pi*(1-a)) * sign(x)
	}
	return math.Sin(math.Pi * r)
}

func sign(x float64) float64 { return math.Copysign(1, x) }

// cosPi is cos(pi x), exact at multiples of 1/2.
func cosPi(x float64) float64 {
	a := math.Abs(math.Mod(x, 2))
	switch {
	case a == 0.5 || a == 1.5:
		return 0
	case a > 1:
		a = 2 - a
	}
	if a > 0.25 {
		return math.Sin(math.Pi * (0.5 - a))
	}
	return math.Cos(math.Pi * a)
}

// fma is x*y+z rounded once. In float64 the product of narrower floats is exact; the sum is rounded
// to odd before the rounding to the width, which makes two roundings as good as one.
func fma(t Type, x, y, z float64) float64 {
	if t == F64 {
		return math.FMA(x, y, z)
	}
	p := x * y
	s := p + z
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return s
	}
	b := s - p
	err := (p - (s - b)) + (z - b) // the exact error of p + z [Knuth's two-sum]
	if err != 0 && math.Float64bits(s)&1 == 0 {
		s = math.Nextafter(s, math.Copysign(math.Inf(1), err))
	}
	return s
}

// nextAfter is the next number of the type's width from x towards y.
func nextAfter(t Type, x, y float64) float64 {
	switch {
	case t == F64:
		return math.Nextafter(x, y)
	case t == F32:
		return float64(math.Nextafter32(float32(x), float32(y)))
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case x == y:
		return y
	case x == 0:
		return math.Copysign(FloatFromBits(F16, 1), y)
	}
	b := FloatBits(F16, x)
	if (y > x) == (x > 0) {
		b++
	} else {
		b--
	}
	return FloatFromBits(F16, b)
}

// FloatBits is the IEEE representation of f, a value of float type t.
func FloatBits(t Type, f float64) uint64 {
	switch t {
	case F32:
		return uint64(math.Float32bits(float32(f)))
	case F16:
		return uint64(HalfBits(f))
	}
	return math.Float64bits(f)
}

// FloatFromBits is the value of type t that has the IEEE representation b.
func FloatFromBits(t Type, b uint64) float64 {
	switch t {
	case F32:
		return float64(math.Float32frombits(uint32(b)))
	case F16:
		return HalfValue(uint16(b))
	}
	return math.Float64frombits(b)
}

// HalfBits is the representation of f as an IEEE half, rounded to nearest even.
func HalfBits(f float64) uint16 {
	f = roundHalf(f)
	sign := uint16(math.Float64bits(f)>>48) & 0x8000
	a := math.Abs(f)
	switch {
	case a != a:
		return sign | 0x7e00
	case math.IsInf(a, 0):
		return sign | 0x7c00
	case a < 0x1p-14:
		return sign | uint16(a*0x1p24)
	}
	m, e := math.Frexp(a) // a = m * 2^e, m in [1/2, 1)
	return sign | uint16(e+14)<<10 + uint16(m*0x1p11) - 0x400
}

// HalfValue is the value of an IEEE half.
func HalfValue(b uint16) float64 {
	m := float64(b & 0x3ff)
	var a float64
	switch e := int(b >> 10 & 0x1f); e {
	case 0:
		a = m * 0x1p-24
	case 31:
		if m != 0 {
			return math.NaN()
		}
		a = math.Inf(1)
	default:
		a = math.Ldexp(m+1024, e-25)
	}
	if b&0x8000 != 0 {
		a = -a
	}
	return a
}
