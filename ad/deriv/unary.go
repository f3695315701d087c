package deriv

import (
	"math"

	"raido/lang/core"
	"raido/lang/prim"
)

// unary makes a rule from the derivative at x with result y.
func unary(f func(c *ctx, x, y core.Atom) core.Atom) rule {
	return func(c *ctx) []core.Atom { return []core.Atom{f(c, c.x[0], c.res)} }
}

var unaryRules = map[*prim.Op]rule{
	prim.Sqrt:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.float(0.5), y) }),
	prim.Rsqrt: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.mul(c.float(-0.5), y), x) }),
	prim.Cbrt:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.float(1.0/3), c.mul(y, y)) }),

	prim.Exp:   unary(func(c *ctx, x, y core.Atom) core.Atom { return y }),
	prim.Exp2:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(math.Ln2), y) }),
	prim.Exp10: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(math.Ln10), y) }),
	prim.Expm1: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.add(y, c.one()) }),
	prim.Log:   unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.one(), x) }),
	prim.Log2:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.float(1/math.Ln2), x) }),
	prim.Log10: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.float(1/math.Ln10), x) }),
	prim.Log1p: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.one(), c.add(x, c.one())) }),

	prim.Sin:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.op(prim.Cos, x) }),
	prim.Cos:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.neg(c.op(prim.Sin, x)) }),
	prim.Tan:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.add(c.one(), c.mul(y, y)) }),
	prim.Asin: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.asin1(x) }),
	prim.Acos: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.neg(c.asin1(x)) }),
	prim.Atan: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.one(), c.add(c.one(), c.mul(x, x))) }),

	prim.Sinh:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.op(prim.Cosh, x) }),
	prim.Cosh:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.op(prim.Sinh, x) }),
	prim.Tanh:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.sub(c.one(), c.mul(y, y)) }),
	prim.Asinh: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.div(c.one(), c.op(prim.Hypot, x, c.one())) }),
	prim.Acosh: unary(func(c *ctx, x, y core.Atom) core.Atom {
		return c.mul(c.op(prim.Rsqrt, c.sub(x, c.one())), c.op(prim.Rsqrt, c.add(x, c.one())))
	}),
	prim.Atanh: unary(func(c *ctx, x, y core.Atom) core.Atom {
		return c.div(c.one(), c.mul(c.sub(c.one(), x), c.add(c.one(), x)))
	}),

	prim.Sinpi: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(math.Pi), c.op(prim.Cospi, x)) }),
	prim.Cospi: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(-math.Pi), c.op(prim.Sinpi, x)) }),
	prim.Tanpi: unary(func(c *ctx, x, y core.Atom) core.Atom {
		return c.mul(c.float(math.Pi), c.add(c.one(), c.mul(y, y)))
	}),
	prim.Asinpi: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(1/math.Pi), c.asin1(x)) }),
	prim.Acospi: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(c.float(-1/math.Pi), c.asin1(x)) }),
	prim.Atanpi: unary(func(c *ctx, x, y core.Atom) core.Atom {
		return c.div(c.float(1/math.Pi), c.add(c.one(), c.mul(x, x)))
	}),

	prim.Gamma:  unary(func(c *ctx, x, y core.Atom) core.Atom { return c.mul(y, c.polygamma(x, i32(0))) }),
	prim.Lgamma: unary(func(c *ctx, x, y core.Atom) core.Atom { return c.polygamma(x, i32(0)) }),
	prim.Erf:    unary(func(c *ctx, x, y core.Atom) core.Atom { return c.gauss(x, 2/math.Sqrt(math.Pi)) }),
	prim.Erfc:   unary(func(c *ctx, x, y core.Atom) core.Atom { return c.gauss(x, -2/math.Sqrt(math.Pi)) }),
}

// asin1 is the derivative of asin, 1/sqrt(1 - x^2), without the cancellation near 1.
func (c *ctx) asin1(x core.Atom) core.Atom {
	return c.op(prim.Rsqrt, c.mul(c.sub(c.one(), x), c.add(c.one(), x)))
}

// gauss is k * exp(-x^2).
func (c *ctx) gauss(x core.Atom, k float64) core.Atom {
	return c.mul(c.float(k), c.op(prim.Exp, c.neg(c.mul(x, x))))
}

func (c *ctx) polygamma(x, n core.Atom) core.Atom { return c.op(prim.Polygamma, x, n) }
