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
var unaryFloatOps = []*Op{
	float1("sqrt", math.Sqrt),
	float1("rsqrt", func(x float64) float64 { return 1 / math.Sqrt(x) }),
	float1("cbrt", math.Cbrt),
	float1("exp", Exp),
	float1("exp2", math.Exp2),
	float1("exp10", func(x float64) float64 { return math.Pow(10, x) }),
	float1("expm1", math.Expm1),
	float1("log", Log),
	float1("log2", math.Log2),
	float1("log10", log10),
	float1("log1p", math.Log1p),
	float1("sin", math.Sin),
	float1("cos", math.Cos),
	float1("tan", math.Tan),
	float1("asin", math.Asin),
	float1("acos", math.Acos),
	float1("atan", math.Atan),
	float1("sinh", sinh),
	float1("cosh", cosh),
	float1("tanh", math.Tanh),
	float1("asinh", math.Asinh),
	float1("acosh", math.Acosh),
	float1("atanh", math.Atanh),
	float1("sinpi", sinPi),
	float1("cospi", cosPi),
	float1("tanpi", func(x float64) float64 { return sinPi(x) / cosPi(x) }),
	float1("asinpi", func(x float64) float64 { return math.Asin(x) / math.Pi }),
	float1("acospi", func(x float64) float64 { return math.Acos(x) / math.Pi }),
	float1("atanpi", func(x float64) float64 { return math.Atan(x) / math.Pi }),
	float1("gamma", math.Gamma),
	float1("lgamma", lgamma),
	float1("erf", math.Erf),
	float1("erfc", math.Erfc),
	float1("ceil", math.Ceil),
	float1("floor", math.Floor),
	float1("trunc", math.Trunc),
	float1("round", math.RoundToEven),
	floatTest("isnan", math.IsNaN),
	floatTest("isinf", func(x float64) bool { return math.IsInf(x, 0) }),
	floatTest("signbit", math.Signbit),
}

// Functions of several floats, and those that look at the representation.
var floatOps = []*Op{
	float2("atan2", math.Atan2),
	float2("atan2pi", func(y, x float64) float64 { return math.Atan2(y, x) / math.Pi }),
	float2("hypot", math.Hypot),
	float2("copysign", math.Copysign),
	row("nextafter", 2, Floats, func(t Type, a []Scalar) Scalar {
		return Scalar{t, math.Float64bits(nextAfter(t, a[0].Float64(), a[1].Float64()))}
	}),
	row("ldexp", 2, Floats, func(t Type, a []Scalar) Scalar {
		return Float(t, math.Ldexp(a[0].Float64(), int(a[1].Int64())))
	}).second(I32),
	// polygamma x n is the derivative of order n+1 of lgamma at x (n < 0 gives nan). It is the one family
	// that closes gamma and lgamma under differentiation.
	row("polygamma", 2, Floats, func(t Type, a []Scalar) Scalar {
		return Float(t, Polygamma(a[0].Float64(), int(a[1].Int64())))
	}).second(I32),
	row("fma", 3, Floats, func(t Type, a []Scalar) Scalar {
		return Float(t, fma(t, a[0].Float64(), a[1].Float64(), a[2].Float64()))
	}),
	// lerp x y s is x + (y - x) * s, each step rounded, as a device computes it.
	row("lerp", 3, Floats, func(t Type, a []Scalar) Scalar {
		x := a[0].Float64()
		return Float(t, x+Round(t, Round(t, a[1].Float64()-x)*a[2].Float64()))
	}),
	{Name: "to_bits", Arity: 1, Class: Floats, Result: bitsType,
		Eval: func(t Type, a []Scalar) (Scalar, error) {
			return Scalar{bitsType(t), FloatBits(t, a[0].Float64())}, nil
		}},
	{Name: "from_bits", Arity: 1, Class: Floats, Operand: func(t Type, _ int) Type { return bitsType(t) },
		Eval: func(t Type, a []Scalar) (Scalar, error) {
			return Scalar{t, math.Float64bits(FloatFromBits(t, a[0].Bits))}, nil
		}},
}

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
