package sparse

import (
	"slices"

	"raido/lang/core"
)

// Note [Sums under conditions]
//
// A triangle is often written with a condition in the place of bounds:
//
//	s = reduce (+) 0 (map (\j -> if j > i then f j else 0) (iota n))      becomes      s = reduce (+) 0 (map f (i + 1 ..< n))
//
// Where the host or a sequential loop takes such sums, this is done before derivatives are taken: the adjoint of the one sum is a row of
// n elements, of which most are zero, that of the other has its length; and what other passes know of slices, they know of it. What is left out is
// the constant zero, so that IEEE's rules are kept. In parallel code the derivative of the whole row is better, one map for all rows, and Apply makes it
// short after.
//
// Bounds are proved to lie in the row where that can be (lang/core/region), so that they stay sums of counters.

// Sums takes sums in sequential code over the intervals where their conditions hold: Note [Sums under conditions].
func Sums(p *core.Prog) *core.Prog { return apply(p, true) }

// looks reports whether a sum or a loop whose terms lie in a region is looked at: early only one in sequential code, of more than single places.
func (w *walk) looks(r region) bool {
	if w.early == nil {
		return true
	}
	_, _, few := r.places(dims[0])
	return w.points == 0 && !few
}

// diff looks at the code of a derivative.
func (w *walk) diff(s core.Stm, e *core.Diff) {
	if w.early != nil {
		s.Exp = e.Map(core.Mapper{Lambda: func(l *core.Lambda) *core.Lambda { return w.lambda(l, true) }})
	}
	w.emit(s)
}

// proved reports whether an integer, of what is computed in b, is certainly at least 0, and at most n.
func (w *walk) proved(b *core.Builder, a, n core.Atom) (low, high bool) {
	w.early.LearnAt(w.here, b.Stms)
	return w.early.Within(w.here, a, n)
}

// inPlace puts an interval of a map in the place of the map, which stands before in the same body and makes only what the sum reads: there what it
// reads has not been overwritten. b has what computes the interval, of what is bound before the map; nil if there is no such map.
func (w *walk) inPlace(b *core.Builder, arr *core.Var, first, count core.Atom, in guard) *core.Var {
	at := slices.IndexFunc(w.b.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, arr) })
	if at < 0 || w.uses[arr] != 1 || len(w.b.Stms[at].Pat) != 1 {
		return nil
	}
	m, ok := w.b.Stms[at].Exp.(*core.Map)
	if !ok || !computable(m.Fn) {
		return nil
	}
	part := b.Bind(arr.Name, w.part(b, m, nil, first, count, in))[0]
	w.b.Stms = slices.Concat(w.b.Stms[:at], b.Stms, w.b.Stms[at+1:])
	b.Stms = nil
	return part
}
