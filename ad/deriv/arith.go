package deriv

import (
	"raido/lang/core"
	"raido/lang/prim"
)

var arithRules = map[string]rule{
	"add": func(c *ctx) []core.Atom { return []core.Atom{c.one(), c.one()} },
	"sub": func(c *ctx) []core.Atom { return []core.Atom{c.one(), c.minusOne()} },
	"mul": func(c *ctx) []core.Atom { return []core.Atom{c.x[1], c.x[0]} },
	"neg": func(c *ctx) []core.Atom { return []core.Atom{c.minusOne()} },
	"abs": func(c *ctx) []core.Atom {
		if c.t.IsUnsigned() {
			return []core.Atom{c.one()}
		}
		return []core.Atom{c.op("sgn", c.x[0])}
	},
	"min":  func(c *ctx) []core.Atom { return c.choose(c.indicator("le", c.x[0], c.x[1])) },
	"max":  func(c *ctx) []core.Atom { return c.choose(c.indicator("le", c.x[1], c.x[0])) },
	"pow":  pow,
	"div":  div,
	"quot": div,
	"mod": func(c *ctx) []core.Atom {
		if c.t.IsFloat() { // x - y*floor(x/y); (x - res)/y is the quotient but for rounding
			return []core.Atom{c.one(), c.neg(c.op("round", c.div(c.sub(c.x[0], c.res), c.x[1])))}
		}
		return []core.Atom{c.one(), c.neg(c.div(c.x[0], c.x[1]))}
	},
	"rem": func(c *ctx) []core.Atom {
		return []core.Atom{c.one(), c.neg(c.op("quot", c.x[0], c.x[1]))}
	},
}

// choose gives all to the first argument where first is 1.
func (c *ctx) choose(first core.Atom) []core.Atom {
	return []core.Atom{first, c.sub(c.one(), first)}
}

func div(c *ctx) []core.Atom {
	if c.t.IsFloat() {
		return []core.Atom{c.div(c.one(), c.x[1]), c.neg(c.div(c.res, c.x[1]))}
	}
	return []core.Atom{
		c.op("quot", c.one(), c.x[1]),
		c.neg(c.op("quot", c.op("quot", c.x[0], c.x[1]), c.x[1])),
	}
}

// pow has the partials y * x**(y-1) and x**y * log |x|. Exponents are moved up by 1 where they would make
// 0 * 0**-1; for integers, where y - 1 would be negative.
func pow(c *ctx) []core.Atom {
	x, y := c.x[0], c.x[1]
	if !c.t.IsFloat() {
		return []core.Atom{c.mul(y, c.op("pow", x, c.sub(y, c.op("sgn", y)))), nil}
	}
	origin := c.b.Prim("and", prim.Bool, c.op("eq", x, core.Zero(c.t)), c.op("eq", y, core.Zero(c.t)))
	e := c.add(c.sub(y, c.one()), c.b.Prim("to_"+c.t.String(), prim.Bool, origin))
	return []core.Atom{
		c.mul(y, c.op("pow", x, e)),
		c.mul(c.res, c.op("log", c.nonzero(c.op("abs", x)))),
	}
}
