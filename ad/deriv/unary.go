package deriv

import (
	"math"

	"raido/lang/core"
)

// unary makes a rule from the derivative at x with result y.
func unary(f func(c *ctx, x, y core.Atom) core.Atom) rule {
	return func(c *ctx) []core.Atom { return []core.Atom{f(c, c.x[0], c.res)} }
}

var unaryRules = map[string]rule{
	"sqrt":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.float(0.5), y) }),
	"rsqrt": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.mul(c.float(-0.5), y), x) }),
	"cbrt":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.float(1.0/3), c.mul(y, y)) }),

	"exp":   unary(func(c *ctx, x, y core.Atom) core.Atom { return y }),
	"exp2":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(math.Ln2), y) }),
	"exp10": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(math.Ln10), y) }),
	"expm1": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.add(y, c.one()) }),
	"log":   unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.one(), x) }),
	"log2":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.float(1/math.Ln2), x) }),
	"log10": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.float(1/math.Ln10), x) }),
	"log1p": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.one(), c.add(x, c.one())) }),

	"sin":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.op("cos", x) }),
	"cos":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.neg(c.op("sin", x)) }),
	"tan":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.add(c.one(), c.mul(y, y)) }),
	"asin": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.asin1(x) }),
	"acos": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.neg(c.asin1(x)) }),
	"atan": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.one(), c.add(c.one(), c.mul(x, x))) }),

	"sinh":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.op("cosh", x) }),
	"cosh":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.op("sinh", x) }),
	"tanh":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.sub(c.one(), c.mul(y, y)) }),
	"asinh": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.one(), c.op("hypot", x, c.one())) }),
	"acosh": unary(func(c *ctx, x, y core.Atom) core.Atom {
		return c.mul(c.op("rsqrt", c.sub(x, c.one())), c.op("rsqrt", c.add(x, c.one())))
	}),
	"atanh": unary(func(c *ctx, x, y core.Atom) core.Atom {
		return c.div(c.one(), c.mul(c.sub(c.one(), x), c.add(c.one(), x)))
	}),

	"sinpi": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(math.Pi), c.op("cospi", x)) }),
	"cospi": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(-math.Pi), c.op("sinpi", x)) }),
	"tanpi": unary(func(c *ctx, x, y core.Atom) core.Atom {
		return c.mul(c.float(math.Pi), c.add(c.one(), c.mul(y, y)))
	}),
	"asinpi": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(1/math.Pi), c.asin1(x)) }),
	"acospi": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(-1/math.Pi), c.asin1(x)) }),
	"atanpi": unary(func(c *ctx, x, y core.Atom) core.Atom {
		return c.div(c.float(1/math.Pi), c.add(c.one(), c.mul(x, x)))
	}),

	"gamma":  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(y, c.polygamma(x, i32(0))) }),
	"lgamma": unary(func(c *ctx, x, y core.Atom) core.Atom { return c.polygamma(x, i32(0)) }),
	"erf":    unary(func(c *ctx, x, y core.Atom) core.Atom { return c.gauss(x, 2/math.Sqrt(math.Pi)) }),
	"erfc":   unary(func(c *ctx, x, y core.Atom) core.Atom { return c.gauss(x, -2/math.Sqrt(math.Pi)) }),
}

// asin1 is the derivative of asin, 1/sqrt(1 - x^2), without the cancellation near 1.
func (c *ctx) asin1(x core.Atom) core.Atom {
	return c.op("rsqrt", c.mul(c.sub(c.one(), x), c.add(c.one(), x)))
}

// gauss is k * exp(-x^2).
func (c *ctx) gauss(x core.Atom, k float64) core.Atom {
	return c.mul(c.float(k), c.op("exp", c.neg(c.mul(x, x))))
}

func (c *ctx) polygamma(x, n core.Atom) core.Atom { return c.op("polygamma", x, n) }
