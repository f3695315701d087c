package compact

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// choice is a number that depends on conditions: n if cond is nil, else one of two.
type choice struct {
	n         int64
	cond      *core.Var
	then, els *choice
}

// isOne is 1 under a condition, and 0 else.
func isOne(cond *core.Var) *choice { return choose(cond, &choice{n: 1}, &choice{}) }

// choose is one of two numbers.
func choose(cond *core.Var, then, els *choice) *choice {
	then, els = then.under(cond, true), els.under(cond, false)
	if then.equal(els) {
		return then
	}
	return &choice{cond: cond, then: then, els: els}
}

// under is the number where a condition is known.
func (c *choice) under(cond *core.Var, holds bool) *choice {
	switch {
	case c.cond == nil:
		return c
	case c.cond != cond:
		return choose(c.cond, c.then.under(cond, holds), c.els.under(cond, holds))
	case holds:
		return c.then
	default:
		return c.els
	}
}

func (c *choice) equal(d *choice) bool {
	if c.cond == nil || d.cond == nil {
		return c.cond == d.cond && c.n == d.n
	}
	return c.cond == d.cond && c.then.equal(d.then) && c.els.equal(d.els)
}

func (c *choice) plus(d *choice) *choice {
	switch {
	case c.cond != nil:
		return choose(c.cond, c.then.plus(d.under(c.cond, true)), c.els.plus(d.under(c.cond, false)))
	case d.cond != nil:
		return d.plus(c)
	default:
		return &choice{n: c.n + d.n}
	}
}

// conds adds the conditions to a list.
func (c *choice) conds(list []core.Atom) []core.Atom {
	if c.cond == nil {
		return list
	}
	return c.els.conds(c.then.conds(append(list, c.cond)))
}

// atom is the number as code.
func (c *choice) atom(b *core.Builder, t prim.Type) core.Atom {
	switch {
	case c.cond == nil:
		return core.Const{Scalar: prim.Int(t, c.n)}
	case c.equal(isOne(c.cond)):
		return b.Let("kept", &core.PrimApp{Op: prim.To(t), T: prim.Bool, Args: []core.Atom{c.cond}})
	}
	return b.If(c.cond, []core.Type{core.Prim(t)},
		func(b *core.Builder) []core.Atom { return []core.Atom{c.then.atom(b, t)} },
		func(b *core.Builder) []core.Atom { return []core.Atom{c.els.atom(b, t)} })[0]
}
