package prim

import "math"

// rounded1 makes an operator that rounds once, to the width, from its meaning on float64.
func rounded1(name string, f func(x float64) float64) *Op {
	return row(name, 1, Floats, func(t Type, a []Scalar) Scalar { return Float(t, f(a[0].Float64())) })
}

func floatTest(name string, f func(x float64) bool) *Op {
	return row(name, 1, Floats, func(_ Type, a []Scalar) Scalar { return BoolOf(f(a[0].Float64())) }).gives(Bool)
}

// Functions of one float.
var (
	// Sqrt is the square root.
	Sqrt = rounded1("sqrt", math.Sqrt)
	// Rsqrt is 1 / sqrt x, both rounded.
	Rsqrt = function1("rsqrt", func(x float64) float64 { return 1 / math.Sqrt(x) }, func(x float32) float32 { return 1 / float32(math.Sqrt(float64(x))) })
	// Cbrt is the cube root.
	Cbrt = function1("cbrt", cbrtF64, cbrtF32)
	// Exp is e to the power x.
	Exp = function1("exp", expF64, expF32)
	// Exp2 is 2 to the power x.
	Exp2 = function1("exp2", exp2F64, exp2F32)
	// Exp10 is 10 to the power x.
	Exp10 = function1("exp10", exp10F64, exp10F32)
	// Expm1 is exp x - 1.
	Expm1 = function1("expm1", expm1F64, expm1F32)
	// Log is the natural logarithm.
	Log = function1("log", logF64, logF32)
	// Log2 is the logarithm of base 2.
	Log2 = function1("log2", log2F64, log2F32)
	// Log10 is the logarithm of base 10.
	Log10 = function1("log10", log10F64, log10F32)
	// Log1p is log (1 + x).
	Log1p = function1("log1p", log1pF64, log1pF32)
	// Sin is the sine.
	Sin = function1("sin", sinF64, sinF32)
	// Cos is the cosine.
	Cos = function1("cos", cosF64, cosF32)
	// Tan is the tangent.
	Tan = function1("tan", tanF64, tanF32)
	// Asin is the inverse of Sin.
	Asin = function1("asin", asinF64, asinF32)
	// Acos is the inverse of Cos.
	Acos = function1("acos", acosF64, acosF32)
	// Atan is the inverse of Tan.
	Atan = function1("atan", atanF64, atanF32)
	// Sinh is the hyperbolic sine.
	Sinh = function1("sinh", sinhF64, sinhF32)
	// Cosh is the hyperbolic cosine.
	Cosh = function1("cosh", coshF64, coshF32)
	// Tanh is the hyperbolic tangent.
	Tanh = function1("tanh", tanhF64, tanhF32)
	// Asinh is the inverse of Sinh.
	Asinh = function1("asinh", asinhF64, asinhF32)
	// Acosh is the inverse of Cosh.
	Acosh = function1("acosh", acoshF64, acoshF32)
	// Atanh is the inverse of Tanh.
	Atanh = function1("atanh", atanhF64, atanhF32)
	// Sinpi is sin (pi x).
	Sinpi = function1("sinpi", sinpiF64, sinpiF32)
	// Cospi is cos (pi x).
	Cospi = function1("cospi", cospiF64, cospiF32)
	// Tanpi is tan (pi x).
	Tanpi = function1("tanpi", tanpiF64, tanpiF32)
	// Asinpi is asin x / pi.
	Asinpi = function1("asinpi", asinpiF64, asinpiF32)
	// Acospi is acos x / pi.
	Acospi = function1("acospi", acospiF64, acospiF32)
	// Atanpi is atan x / pi.
	Atanpi = function1("atanpi", atanpiF64, atanpiF32)
	// Gamma is the gamma function.
	Gamma = function1("gamma", gammaF64, gammaF32)
	// Lgamma is log |gamma x|.
	Lgamma = function1("lgamma", lgammaF64, lgammaF32)
	// Erf is the error function.
	Erf = function1("erf", erfF64, erfF32)
	// Erfc is 1 - erf x.
	Erfc = function1("erfc", erfcF64, erfcF32)
	// Ceil is x rounded upwards to an integer.
	Ceil = rounded1("ceil", math.Ceil)
	// Floor is x rounded downwards to an integer.
	Floor = rounded1("floor", math.Floor)
	// Trunc is x rounded towards zero to an integer.
	Trunc = rounded1("trunc", math.Trunc)
	// Round is the integer nearest to x, of two the even one.
	Round = rounded1("round", math.RoundToEven)
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
	Atan2 = function2("atan2", atan2F64, atan2F32)
	// Atan2pi is atan2 y x / pi.
	Atan2pi = function2("atan2pi", atan2piF64, atan2piF32)
	// Hypot is sqrt (x*x + y*y) without overflow on the way.
	Hypot = function2("hypot", hypotF64, hypotF32)
	// Copysign is x with the sign of y.
	Copysign = row("copysign", 2, Floats, func(t Type, a []Scalar) Scalar {
		return Float(t, math.Copysign(a[0].Float64(), a[1].Float64()))
	})
	// Nextafter is the next number of the type from x towards y.
	Nextafter = row("nextafter", 2, Floats, func(t Type, a []Scalar) Scalar {
		x, y := a[0].Float64(), a[1].Float64()
		switch t {
		case F16:
			return Float(t, HalfValue(nextafterF16(HalfBits(x), HalfBits(y))))
		case F32:
			return Float(t, float64(nextafterF32(float32(x), float32(y))))
		}
		return Float(t, nextafterF64(x, y))
	})
	// Ldexp is x * 2**n for an i32 n.
	Ldexp = withInt("ldexp", ldexpF64, ldexpF32)
	// Polygamma x n is the derivative of order n+1 of lgamma at x (n < 0 gives nan). It is the one family
	// that closes gamma and lgamma under differentiation.
	Polygamma = withInt("polygamma", polygammaF64, polygammaF32)
	// Fma is x*y + z, rounded once; in f16 it is that of f32, rounded.
	Fma = row("fma", 3, Floats, func(t Type, a []Scalar) Scalar {
		return Float(t, roundTo(max(t, F32), fma(t, a[0].Float64(), a[1].Float64(), a[2].Float64())))
	})
	// Lerp x y s is x + (y - x) * s, each step rounded, as a device computes it.
	Lerp = row("lerp", 3, Floats, func(t Type, a []Scalar) Scalar {
		x := a[0].Float64()
		return Float(t, x+roundTo(t, float64(roundTo(t, a[1].Float64()-x)*a[2].Float64())))
	})
	// ToBits is the IEEE representation of a float, as an unsigned integer. What signs and digits the nan have that operators give is not said: engines
	// differ there, and only there.
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

// fma is x*y+z rounded once, in f16 by way of f32. In float64 the product of narrower floats is exact; the sum is rounded
// to odd before the rounding to the width, which makes two roundings as good as one.
func fma(t Type, x, y, z float64) float64 {
	if t == F64 {
		return math.FMA(x, y, z)
	}
	p := float64(x * y)
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
