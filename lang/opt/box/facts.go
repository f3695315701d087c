package box

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// mostCases bounds in how many ways a condition may hold.
const mostCases = 8

// sum is an integer as a sum, where all names of the index of a dimension are one.
func (b *box) sum(a core.Atom) (form, bool) {
	f, ok := affine.Of(a, b.def)
	return f.Renamed(func(v *core.Var) *core.Var {
		if c := b.index[v]; c != nil {
			return c
		}
		return v
	}), ok
}

// cases are the ways in which a condition holds, or does not: sums that are not negative then. Where nothing is known, there is one without any.
func (b *box) cases(cond core.Atom, yes bool) [][]form {
	unknown := [][]form{{}}
	v := core.AsVar(cond)
	if v == nil {
		return unknown
	}
	e, ok := b.defs[v].(*core.PrimApp)
	switch {
	case !ok:
		return unknown
	case e.Op == prim.Not:
		return b.cases(e.Args[0], !yes)
	case (e.Op == prim.And || e.Op == prim.Or) && e.T == prim.Bool:
		x, y := b.cases(e.Args[0], yes), b.cases(e.Args[1], yes)
		if yes == (e.Op == prim.And) {
			return both(x, y)
		} else if len(x)+len(y) <= mostCases {
			return append(x, y...)
		}
		return unknown
	case e.T != prim.I64 || e.Op != prim.Lt && e.Op != prim.Le && e.Op != prim.Eq:
		return unknown
	}
	x, ok := b.sum(e.Args[0])
	y, ok2 := b.sum(e.Args[1])
	d := y.Plus(-1, x)
	switch {
	case !ok || !ok2 || e.Op == prim.Eq && !yes:
		return unknown
	case e.Op == prim.Eq:
		return [][]form{{d, d.Times(-1)}}
	case e.Op == prim.Lt:
		d = d.Add(-1)
	}
	if !yes {
		d = d.Times(-1).Add(-1)
	}
	return [][]form{{d}}
}

// both are the ways in which two conditions hold.
func both(x, y [][]form) (out [][]form) {
	if len(x)*len(y) > mostCases {
		return [][]form{{}}
	}
	for _, f := range x {
		for _, g := range y {
			out = append(out, slices.Concat(f, g))
		}
	}
	return out
}

// span is where an index runs: from low, and below high; nil if there is no bound but the array's.
type span struct{ low, high *form }

// equal reports whether two spans are the same.
func (s span) equal(t span) bool {
	same := func(x, y *form) bool { return x == y || x != nil && y != nil && x.Equal(*y) }
	return same(s.low, t.low) && same(s.high, t.high)
}

// one reports whether a span is one place.
func (s span) one() bool {
	return s.low != nil && s.high != nil && s.high.Plus(-1, *s.low).Equal(form{C: 1})
}

// bounds are the bounds of the indices by facts, in sums of what is known before the map.
func (b *box) bounds(facts []form) []span {
	out := make([]span, len(b.count))
	for range b.count { // bounds by other indices, whose bounds are known then
		for d, i := range b.count {
			for _, f := range facts {
				switch k := f.Factor(i); {
				case k == 1:
					if g, ok := b.free(f.Without(i).Times(-1), out, false); ok && (out[d].low == nil || b.better(g, *out[d].low)) {
						out[d].low = &g
					}
				case k == -1:
					if g, ok := b.free(f.Without(i), out, true); ok && (out[d].high == nil || b.better(out[d].high.Add(-1), g)) {
						h := g.Add(1)
						out[d].high = &h
					}
				}
			}
		}
	}
	return out
}

// better reports whether a lower bound x says more than y.
func (b *box) better(x, y form) bool {
	d := x.Plus(-1, y)
	return len(d.Terms) == 0 && d.C > 0 || b.notNegative(d.Add(-1)) || !b.notNegative(d.Times(-1)) && b.changes(x) && !b.changes(y)
}

// free is the most, or the least, that a sum can be within bounds of the indices, without them.
func (b *box) free(f form, in []span, most bool) (form, bool) {
	for d, i := range b.count {
		k, s := f.Factor(i), span{}
		if d < len(in) {
			s = in[d]
		}
		switch {
		case k == 0:
		case k > 0 == most && s.high != nil:
			f = f.Put(i, s.high.Add(-1))
		case k > 0 == most:
			n, ok := affine.Of(b.old.Type.Dims[d], b.def)
			if !ok {
				return f, false
			}
			f = f.Put(i, n.Add(-1))
		case s.low != nil:
			f = f.Put(i, *s.low)
		default:
			f = f.Without(i)
		}
	}
	return f, !slices.ContainsFunc(f.Terms, func(t linear.Term[*core.Var]) bool { return b.within[t.V] })
}

// around are the bounds of two spans together.
func (b *box) around(x, y span) (out span) {
	if x.low != nil && y.low != nil {
		switch d := x.low.Plus(-1, *y.low); {
		case b.notNegative(d):
			out.low = y.low
		case b.notNegative(d.Times(-1)):
			out.low = x.low
		}
	}
	if x.high != nil && y.high != nil {
		switch d := x.high.Plus(-1, *y.high); {
		case b.notNegative(d):
			out.high = x.high
		case b.notNegative(d.Times(-1)):
			out.high = y.high
		}
	}
	return out
}

// apart reports whether no place is in both of two parts.
func (b *box) apart(x, y []span) bool {
	ends := func(x, y span) bool { return x.high != nil && y.low != nil && b.notNegative(y.low.Plus(-1, *x.high)) }
	for d := range min(len(x), len(y)) {
		if ends(x[d], y[d]) || ends(y[d], x[d]) {
			return true
		}
	}
	return false
}

// holds reports whether a condition is known at all places of the box, and what it is.
func (b *box) holds(cond core.Atom) (yes, known bool) {
	v := core.AsVar(cond)
	if v == nil {
		return false, false
	}
	e, ok := b.defs[v].(*core.PrimApp)
	switch {
	case !ok:
		return false, false
	case e.Op == prim.Not:
		yes, known = b.holds(e.Args[0])
		return !yes, known
	case (e.Op == prim.And || e.Op == prim.Or) && e.T == prim.Bool:
		x, ok := b.holds(e.Args[0])
		y, ok2 := b.holds(e.Args[1])
		enough := e.Op == prim.Or // if one is that, both together are
		if ok && x == enough || ok2 && y == enough {
			return enough, true
		}
		return !enough, ok && ok2
	case e.T != prim.I64 || e.Op != prim.Lt && e.Op != prim.Le && e.Op != prim.Eq:
		return false, false
	}
	x, ok := b.sum(e.Args[0])
	y, ok2 := b.sum(e.Args[1])
	d := y.Plus(-1, x)
	never := func(f form) bool {
		g, ok := b.free(f.Times(-1).Add(-1), b.spans, false)
		return ok && b.notNegative(g)
	}
	less, more := d.Times(-1).Add(-1), d.Add(-1) // not negative if y < x, if y > x
	switch {
	case !ok || !ok2:
		return false, false
	case e.Op == prim.Eq:
		yes, no := never(less) && never(more), never(less.Add(1)) || never(more.Add(1))
		return yes, yes || no
	case e.Op == prim.Lt:
		less = less.Add(1)
	default:
		more = more.Add(1)
	}
	yes, no := never(less), never(more)
	return yes, yes || no
}
