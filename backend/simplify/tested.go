package simplify

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// isBeforeLast reports whether v < n - 1 is known, perhaps since v < n and v is another than n - 1.
func (t *facts) isBeforeLast(v *core.Var, n core.Atom) bool {
	if w, ok := n.(*core.Var); ok {
		if of, more := t.more(w); more && t.isBelow(v, of) {
			return true
		}
	}
	return slices.ContainsFunc(t.holds, func(f fact) bool {
		return f.v == v && t.valid(f) && (f.less != nil && t.isLast(f.less, n) || f.not != nil && t.isLast(f.not, n) && t.isBelow(v, n))
	})
}

// isLast reports whether a is n - 1, for a size n.
func (t *facts) isLast(a, n core.Atom) bool {
	if x, ok := core.IntConst(a); ok {
		y, ok := core.IntConst(n)
		return ok && x == y-1
	}
	v := a.(*core.Var)
	o, ok := t.offsetOf(v)
	if !ok {
		o, ok = t.hostFacts.offsets[v]
	}
	return ok && o.by == -1 && core.Atom(o.of) == n
}

// tested reports whether 0 <= i < n is known.
func (t *facts) tested(i, n core.Atom) bool {
	if x, ok := core.IntConst(i); ok {
		y, ok := core.IntConst(n)
		return ok && 0 <= x && x < y
	}
	v, ok := i.(*core.Var)
	if !ok {
		return false
	}
	if o, ok := t.offsetOf(v); ok && o.by == 1 && t.least(o.of) >= -1 && t.isBeforeLast(o.of, n) {
		return true
	}
	if e, ok := t.extremes[v]; ok && t.same(e.at, e.args...) && (t.clamps(e.op, e.args[0], e.args[1], n) || t.clamps(e.op, e.args[1], e.args[0], n)) {
		return true
	}
	if x, ok := t.selects[v]; ok && t.same(x.at, x.s.Cond, x.s.Then, x.s.Else) && t.either(x.s, n) {
		return true
	}
	return (t.least(v) >= 0 || t.fromZero(v)) && (t.isBelow(v, n) || t.upTo(v, n))
}

// clamps reports whether max to x, or min to x, is in 0..n-1, as max 0 (i-k) and min (n-1) (i+k) are for an index i of those.
func (t *facts) clamps(op *prim.Op, to, x core.Atom, n core.Atom) bool {
	v, ok := x.(*core.Var)
	if !ok {
		return false
	}
	o, ok := t.offsetOf(v)
	if !ok {
		o = offset{of: v}
	}
	if !t.tested(o.of, n) {
		return false
	}
	if op == prim.Max {
		return core.IsInt(to, 0) && o.by <= 0
	}
	return t.isLast(to, n) && 0 <= o.by && o.by < 1<<32
}
