package prim

import (
	"fmt"
	"math"
)

// Arithmetic. Integers wrap around; floats are rounded once to their width.

// arith makes a binary operator from its meaning on 64-bit integers (which wraps to any width) and on
// float64. For f32 and f16, rounding the float64 result of + - * / is the same as rounding once, since
// float64 has more than twice their precision.
func arith(name string, i func(x, y int64) int64, f func(x, y float64) float64) *Op {
	return row(name, 2, Num, func(t Type, a []Scalar) Scalar {
		if t.IsFloat() {
			return Float(t, f(a[0].Float64(), a[1].Float64()))
		}
		return Int(t, i(a[0].Int64(), a[1].Int64()))
	})
}

func unaryNum(name string, i func(t Type, x int64) int64, f func(x float64) float64) *Op {
	return row(name, 1, Num, func(t Type, a []Scalar) Scalar {
		if t.IsFloat() {
			return Float(t, f(a[0].Float64()))
		}
		return Int(t, i(t, a[0].Int64()))
	})
}

var (
	// Add is x + y.
	Add = arith("add", func(x, y int64) int64 { return x + y }, func(x, y float64) float64 { return x + y }).assoc().commutative()
	// Sub is x - y.
	Sub = arith("sub", func(x, y int64) int64 { return x - y }, func(x, y float64) float64 { return x - y })
	// Mul is x * y.
	Mul = arith("mul", func(x, y int64) int64 { return x * y }, func(x, y float64) float64 { return x * y }).assoc().commutative()
	// Weigh is x * y, a product by what comes of the seeds of a derivative: where x or y is zero by structure, so is the product, even of inf.
	// ad writes it and lang/sparse makes a plain product of it.
	Weigh = arith("weigh", func(x, y int64) int64 { return x * y }, func(x, y float64) float64 { return x * y }).commutative()
	// Neg is -x.
	Neg = unaryNum("neg", func(_ Type, x int64) int64 { return -x }, func(x float64) float64 { return -x })
	// Abs is the magnitude of x; abs of the smallest signed integer is itself.
	Abs = unaryNum("abs", absInt, math.Abs)
	// Sgn is the sign of x: -1, 0 or 1; floats keep zeros and nan.
	Sgn = unaryNum("sgn", sgnInt, sgnFloat)
	// Min is the smaller operand; a nan operand is ignored; of zeros of both signs it is the second.
	Min = row("min", 2, Num, evalMin).assoc().commutative()
	// Max is the larger operand; a nan operand is ignored; of zeros of both signs it is the second.
	Max = row("max", 2, Num, evalMax).assoc().commutative()
	// Pow is x to the power y; a negative exponent of an integer fails.
	Pow = failing("pow", Num, evalPow)
)

var arithOps = []*Op{Add, Sub, Mul, Weigh, Neg, Abs, Sgn, Min, Max, Pow}

// Division. div and mod round towards negative infinity, quot and rem towards zero. Dividing integers
// by zero fails; the smallest integer divided by -1 wraps to itself.
var (
	// Div is x / y, rounded towards negative infinity for integers.
	Div = failing("div", Num, func(t Type, a []Scalar) (Scalar, error) {
		if t.IsFloat() {
			return Float(t, a[0].Float64()/a[1].Float64()), nil
		}
		return intDiv("/", t, a, func(x, y int64) int64 {
			q := x / y
			if x%y != 0 && (x < 0) != (y < 0) {
				q--
			}
			return q
		}, func(x, y uint64) uint64 { return x / y })
	})
	// Mod is the remainder of Div, of the sign of y.
	Mod = failing("mod", Num, func(t Type, a []Scalar) (Scalar, error) {
		if t.IsFloat() {
			return floatMod(t, a[0].Float64(), a[1].Float64()), nil
		}
		return intDiv("%", t, a, func(x, y int64) int64 {
			r := x % y
			if r != 0 && (r < 0) != (y < 0) {
				r += y
			}
			return r
		}, func(x, y uint64) uint64 { return x % y })
	})
	// Quot is x / y, rounded towards zero.
	Quot = failing("quot", Ints, func(t Type, a []Scalar) (Scalar, error) {
		return intDiv("//", t, a, func(x, y int64) int64 { return x / y }, func(x, y uint64) uint64 { return x / y })
	})
	// Rem is the remainder of Quot, of the sign of x.
	Rem = failing("rem", Ints, func(t Type, a []Scalar) (Scalar, error) {
		return intDiv("%%", t, a, func(x, y int64) int64 { return x % y }, func(x, y uint64) uint64 { return x % y })
	})
)

var divOps = []*Op{Div, Mod, Quot, Rem}

func intDiv(op string, t Type, a []Scalar, s func(x, y int64) int64, u func(x, y uint64) uint64) (Scalar, error) {
	if a[1].Bits == 0 {
		return Scalar{}, divZero(op, a[0], a[1])
	}
	if t.IsUnsigned() {
		return Scalar{t, u(a[0].Bits, a[1].Bits)}, nil
	}
	return Int(t, s(a[0].Int64(), a[1].Int64())), nil
}

// floatMod is x - y*floor(x/y) without the error of the quotient: C's fmod, moved by y where its sign is not the divisor's.
func floatMod(t Type, x, y float64) Scalar {
	if t == F64 {
		return Float(t, modF64(x, y))
	}
	return Float(t, float64(modF32(float32(x), float32(y))))
}

func absInt(t Type, x int64) int64 {
	if t.IsSigned() && x < 0 {
		return -x
	}
	return x
}

func sgnInt(t Type, x int64) int64 {
	switch {
	case x == 0:
		return 0
	case t.IsSigned() && x < 0:
		return -1
	}
	return 1
}

// sgnFloat keeps zeros and nan.
func sgnFloat(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x
}

func evalMin(t Type, a []Scalar) Scalar {
	x, y := a[0], a[1]
	if t.IsFloat() {
		return Float(t, FMin(x.Float64(), y.Float64()))
	}
	if less(t, y, x) {
		return y
	}
	return x
}

func evalMax(t Type, a []Scalar) Scalar {
	x, y := a[0], a[1]
	if t.IsFloat() {
		return Float(t, FMax(x.Float64(), y.Float64()))
	}
	if less(t, x, y) {
		return y
	}
	return x
}

// FMin is the smaller number; a nan operand is ignored; of zeros of both signs it is the second.
func FMin(x, y float64) float64 {
	if x < y || y != y {
		return x
	}
	return y
}

// FMax is the larger number; a nan operand is ignored; of zeros of both signs it is the second.
func FMax(x, y float64) float64 {
	if x > y || y != y {
		return x
	}
	return y
}

// evalPow is x**y: by squaring for integers, where a negative exponent is an error.
func evalPow(t Type, a []Scalar) (Scalar, error) {
	if t.IsFloat() {
		return Float(t, Power(t, a[0].Float64(), a[1].Float64())), nil
	}
	if t.IsSigned() && a[1].Int64() < 0 {
		return Scalar{}, fmt.Errorf("negative exponent: %s ** %s", a[0].Plain(), a[1].Plain())
	}
	return Int(t, intPow(a[0].Int64(), a[1].Bits)), nil
}

// intPow is x to the power n, wrapping around.
func intPow(x int64, n uint64) int64 {
	r := int64(1)
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			r *= x
		}
		x *= x
	}
	return r
}
