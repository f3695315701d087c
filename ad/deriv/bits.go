package deriv

import (
	"raido/lang/core"
	"raido/lang/prim"
)

var bitRules = map[*prim.Op]rule{
	prim.Not: func(c *ctx) []core.Atom { return []core.Atom{c.minusOne()} },                         // not x = -x - 1
	prim.Shl: func(c *ctx) []core.Atom { return []core.Atom{c.op(prim.Shl, c.one(), c.x[1]), nil} }, // x * 2**n
	prim.MadHi: func(c *ctx) []core.Atom { // mul_hi a b + c
		return []core.Atom{nil, nil, c.one()}
	},
}
