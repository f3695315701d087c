package region

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Along is an index of code inside of maps, each named by its first result, the outermost first: the counter of one of them (none: nil), and a
// sum that does not change in them. It is given if the index is certainly at least 0 and below n wherever the maps have points, or, without a counter,
// where the outermost map stands.
func (c *Chains) Along(maps []*core.Var, a, n core.Atom) (by *core.Var, rest Sum, ok bool) {
	around := c.where[maps[0]]
	inside := func(l form) bool {
		for _, t := range l.Terms {
			for _, v := range c.of(t.V) {
				if p := c.where[v]; p != around && p.inside(around) || v.Type.Elem != prim.I64 {
					return true
				}
			}
		}
		return false
	}
	l := c.linear(a)
	width := form{C: 1}
	for _, m := range maps {
		e, is := c.defs[m].Exp.(*core.Map)
		if !is {
			return nil, Sum{}, false
		}
		i := c.inners(around, e)[0].place.i
		if k := l.Factor(i); k == 0 {
			continue
		} else if k != 1 || by != nil {
			return nil, Sum{}, false
		}
		if w, isVar := e.W.(*core.Var); isVar && c.where[w] != around && c.where[w].inside(around) {
			return nil, Sum{}, false
		}
		by, l, width = m, l.Without(i), c.linear(e.W)
	}
	if inside(l) || inside(width) || inside(c.linear(n)) {
		return nil, Sum{}, false
	}
	r := &Runs{c, around}
	if !r.never(l.Times(-1).Add(-1)) || !r.never(l.Plus(1, width).Plus(-1, c.linear(n)).Add(-1)) {
		return nil, Sum{}, false
	}
	return by, c.asSum(l), true
}

// In computes a sum of integers of 64 bits.
func (s Sum) In(b *core.Builder) core.Atom {
	var out core.Atom
	for _, t := range s.Terms {
		var x core.Atom
		for _, v := range t.Of {
			if x == nil {
				x = v
				continue
			}
			x = b.Prim(prim.Mul, prim.I64, x, v)
		}
		if t.By != 1 {
			x = b.Prim(prim.Mul, prim.I64, core.IntC(t.By), x)
		}
		if out != nil {
			x = b.Prim(prim.Add, prim.I64, out, x)
		}
		out = x
	}
	if out == nil {
		return core.IntC(s.C)
	}
	if s.C == 0 {
		return out
	}
	return b.Prim(prim.Add, prim.I64, out, core.IntC(s.C))
}

// Equal reports whether two sums are the same.
func (s Sum) Equal(t Sum) bool {
	return s.C == t.C && len(s.Terms) == len(t.Terms) && !slices.ContainsFunc(s.Terms, func(x Term) bool {
		return !slices.ContainsFunc(t.Terms, func(y Term) bool { return x.By == y.By && slices.Equal(x.Of, y.Of) })
	})
}
