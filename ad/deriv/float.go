package deriv

import (
	"math"

	"raido/lang/core"
	"raido/lang/prim"
)

var floatRules = map[*prim.Op]rule{
	prim.Atan2:   func(c *ctx) []core.Atom { return c.atan2(1) },
	prim.Atan2pi: func(c *ctx) []core.Atom { return c.atan2(1 / math.Pi) },
	prim.Hypot: func(c *ctx) []core.Atom { // x/h, y/h; at the origin 0
		h := c.nonzero(c.res)
		return []core.Atom{c.div(c.x[0], h), c.div(c.x[1], h)}
	},
	prim.Copysign: func(c *ctx) []core.Atom { // |x| * sign s
		return []core.Atom{c.mul(c.op(prim.Sgn, c.x[0]), c.op(prim.Copysign, c.one(), c.x[1])), nil}
	},
	prim.Nextafter: func(c *ctx) []core.Atom { return []core.Atom{c.one(), nil} },
	prim.Ldexp:     func(c *ctx) []core.Atom { return []core.Atom{c.op(prim.Ldexp, c.one(), c.x[1]), nil} },
	prim.Polygamma: func(c *ctx) []core.Atom {
		return []core.Atom{c.polygamma(c.x[0], c.b.Prim(prim.Add, prim.I32, c.x[1], i32(1))), nil}
	},
	prim.Fma: func(c *ctx) []core.Atom { return []core.Atom{c.x[1], c.x[0], c.one()} },
	prim.Lerp: func(c *ctx) []core.Atom { // x + (y - x) * s
		return []core.Atom{c.sub(c.one(), c.x[2]), c.x[2], c.sub(c.x[1], c.x[0])}
	},
}

// atan2 has, for atan2 y x, the partials x/(x^2+y^2) and -y/(x^2+y^2), here scaled by k; at the
// origin 0. Dividing twice by the length does not overflow.
func (c *ctx) atan2(k float64) []core.Atom {
	y, x := c.x[0], c.x[1]
	h := c.nonzero(c.op(prim.Hypot, x, y))
	return []core.Atom{
		c.div(c.mul(c.float(k), c.div(x, h)), h),
		c.div(c.mul(c.float(-k), c.div(y, h)), h),
	}
}

func i32(n int64) core.Atom { return core.Const{Scalar: prim.Int(prim.I32, n)} }
