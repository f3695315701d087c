package deriv

import "raido/lang/core"

var bitRules = map[string]rule{
	"not": func(c *ctx) []core.Atom { return []core.Atom{c.minusOne()} },                      // not x = -x - 1
	"shl": func(c *ctx) []core.Atom { return []core.Atom{c.op("shl", c.one(), c.x[1]), nil} }, // x * 2**n
	"mad_hi": func(c *ctx) []core.Atom { // mul_hi a b + c
		return []core.Atom{nil, nil, c.one()}
	},
}
