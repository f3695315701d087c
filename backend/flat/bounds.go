package flat

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// What a thread computes may be the size of an array in it. The host allocates the array before the launch;
// setBound finds an upper bound from how the size is computed. Where there is none the block grows: the
// host guesses, and runs the kernel again if that was too little.

// setBound notes how the host can bound v = op a b from above, and whether v is certainly not negative.
func (t *thread) setBound(v *core.Var, op *prim.Op, a, b core.Atom) {
	na, nb := t.isNatural(a), t.isNatural(b)
	ba, bb := t.bounded(a), t.bounded(b)
	bound := func(f func() core.Atom) { t.bound[v] = f }
	positive := func(a core.Atom) core.Atom { return t.h.i64(prim.Max, t.upper(a), core.IntC(0)) }
	switch op {
	case prim.Add:
		t.natural[v] = na && nb
		if ba && bb {
			bound(func() core.Atom { return t.h.i64(op, t.upper(a), t.upper(b)) })
		}
	case prim.Max:
		t.natural[v] = na || nb
		if ba && bb {
			bound(func() core.Atom { return t.h.i64(op, t.upper(a), t.upper(b)) })
		}
	case prim.Mul:
		t.natural[v] = na && nb
		if ba && bb && (na || nb) { // two negative factors have a product of any size
			bound(func() core.Atom { return t.h.i64(op, positive(a), positive(b)) })
		}
	case prim.Sub:
		switch {
		case !ba:
		case t.hostKnows(b):
			bound(func() core.Atom { return t.h.i64(op, t.upper(a), b) })
		case nb:
			bound(func() core.Atom { return t.upper(a) })
		}
	case prim.Min:
		t.natural[v] = na && nb
		if ba || bb {
			bound(func() core.Atom { return t.leastBound(a, b) })
		}
	case prim.Div, prim.Quot:
		t.natural[v] = na && nb
		if ba && (na || nb) { // the quotient is not further from 0 than a, and positive only if a is
			bound(func() core.Atom { return positive(a) })
		}
	}
}

// leastBound bounds min a b, of which one may have no bound.
func (t *thread) leastBound(a, b core.Atom) core.Atom {
	switch {
	case !t.bounded(a):
		return t.upper(b)
	case !t.bounded(b):
		return t.upper(a)
	}
	return t.h.i64(prim.Min, t.upper(a), t.upper(b))
}

// isNatural reports whether an atom is certainly not negative.
func (t *thread) isNatural(a core.Atom) bool {
	if n, ok := core.IntConst(a); ok {
		return n >= 0
	}
	v, ok := a.(*core.Var)
	return ok && (t.natural[v] || t.f.sizes[v])
}

// boundBy notes that v is at most n.
func (t *thread) boundBy(v *core.Var, n core.Atom) {
	if t.bounded(n) {
		t.bound[v] = func() core.Atom { return t.upper(n) }
	}
}

func (t *thread) allBounded(as []core.Atom) bool {
	for _, a := range as {
		if !t.bounded(a) {
			return false
		}
	}
	return true
}

func (t *thread) bounded(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return !ok || !t.local[v] || t.bound[v] != nil
}

// upper is an atom of the host that is at least a, which must be bounded.
func (t *thread) upper(a core.Atom) core.Atom {
	if t.hostKnows(a) {
		return a
	}
	return t.bound[a.(*core.Var)]()
}

// upperSize is an atom of the host that is at least a, and not negative: a thread that would make an array
// of a negative size fails by itself, if it comes to that.
func (t *thread) upperSize(a core.Atom) core.Atom {
	if t.isNatural(a) {
		return t.upper(a)
	}
	return t.h.i64(prim.Max, t.upper(a), core.IntC(0))
}
