package deriv

import (
	"raido/lang/core"
	"raido/lang/prim"
)

var arithRules = map[*prim.Op]rule{
	prim.Add:   func(c *ctx) []core.Atom { return []core.Atom{c.one(), c.one()} },
	prim.Sub:   func(c *ctx) []core.Atom { return []core.Atom{c.one(), c.minusOne()} },
	prim.Mul:   func(c *ctx) []core.Atom { return []core.Atom{c.x[1], c.x[0]} },
	prim.Weigh: func(c *ctx) []core.Atom { return []core.Atom{c.x[1], c.x[0]} },
	prim.Neg:   func(c *ctx) []core.Atom { return []core.Atom{c.minusOne()} },
	prim.Abs: func(c *ctx) []core.Atom {
		if c.t.IsUnsigned() {
			return []core.Atom{c.one()}
		}
		return []core.Atom{c.op(prim.Sgn, c.x[0])}
	},
	prim.Min:  func(c *ctx) []core.Atom { return c.choose(c.indicator(prim.Le, c.x[0], c.x[1])) },
	prim.Max:  func(c *ctx) []core.Atom { return c.choose(c.indicator(prim.Le, c.x[1], c.x[0])) },
	prim.Pow:  pow,
	prim.Div:  div,
	prim.Quot: div,
	prim.Mod: func(c *ctx) []core.Atom {
		if c.t.IsFloat() { // x - y*floor(x/y); (x - res)/y is the quotient but for rounding
			return []core.Atom{c.one(), c.neg(c.op(prim.Round, c.div(c.sub(c.x[0], c.res), c.x[1])))}
		}
		return []core.Atom{c.one(), c.neg(c.div(c.x[0], c.x[1]))}
	},
	prim.Rem: func(c *ctx) []core.Atom {
		return []core.Atom{c.one(), c.neg(c.op(prim.Quot, c.x[0], c.x[1]))}
	},
}

// choose gives all to the first argument where first is 1.
func (c *ctx) choose(first core.Atom) []core.Atom {
	return []core.Atom{first, c.sub(c.one(), first)}
}

// div has the partials 1/y and -(x/y)/y, of floats with one division for both.
func div(c *ctx) []core.Atom {
	if c.t.IsFloat() {
		r := c.div(c.one(), c.x[1])
		return []core.Atom{r, c.neg(c.mul(c.res, r))}
	}
	return []core.Atom{
		c.op(prim.Quot, c.one(), c.x[1]),
		c.neg(c.op(prim.Quot, c.op(prim.Quot, c.x[0], c.x[1]), c.x[1])),
	}
}

// pow has the partials y * x**(y-1) and x**y * log |x|. Exponents are moved up by 1 where they would make
// 0 * 0**-1; for integers, where y - 1 would be negative.
func pow(c *ctx) []core.Atom {
	x, y := c.x[0], c.x[1]
	if !c.t.IsFloat() {
		return []core.Atom{c.mul(y, c.op(prim.Pow, x, c.sub(y, c.op(prim.Sgn, y)))), nil}
	}
	origin := c.b.Prim(prim.And, prim.Bool, c.op(prim.Eq, x, core.Zero(c.t)), c.op(prim.Eq, y, core.Zero(c.t)))
	e := c.add(c.sub(y, c.one()), c.b.Prim(prim.To(c.t), prim.Bool, origin))
	return []core.Atom{
		c.mul(y, c.op(prim.Pow, x, e)),
		c.mul(c.res, c.op(prim.Log, c.nonzero(c.op(prim.Abs, x)))),
	}
}
