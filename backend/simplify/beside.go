package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Totals beside]
//
// A loop that does more than add to places which do not change, as where bodies attract each other, keeps in variables what it adds to these:
//
//	for j < n                                       var t = -0
//	  x = ...                                       for j < n
//	  acc[i] add= neg x                 ->            x = ...
//	  acc[j] add= x                                   set t = add t (neg x)
//	                                                  acc[j] add= x
//	                                                if 0 < n
//	                                                  acc[i] add= t
//
// Else each addition would wait for the one before, through memory. Nothing in the loop reads the memory; others may add to it, to the same
// place too, since the order of additions is free.

// besideOf is a loop that keeps sums in variables, and what adds these to their places; nil if there are none, or too many.
func besideOf(l *seg.For) (*seg.For, *total) {
	if !l.FromZero() || l.Par || l.Interchange != seg.NoInterchange {
		return l, nil
	}
	own, uses := map[core.Atom]bool{core.Atom(l.I): true}, map[*seg.Mem]int{}
	seg.Walk(l.Body, func(s seg.Stm) {
		s.Each(seg.Visitor{Bind: func(v *core.Var) { own[v] = true }, Mem: func(m *seg.Mem, _ seg.Access) { uses[m]++ }})
		switch s := s.(type) {
		case *seg.Set:
			own[s.V] = true
		case *seg.Update:
			if s.Op == prim.Add {
				uses[s.Mem]--
			}
		default: // reads, or writes over something
		}
	})
	fixed := func(a core.Atom) bool { return a == nil || !own[a] }
	t := &total{bounds: []core.Atom{l.Bound}, fold: &seg.Fold{}}
	b := &seg.Builder{}
	for _, s := range l.Body {
		u, ok := s.(*seg.Update)
		if !ok || uses[u.Mem] > 0 || u.Op != prim.Add || u.Strip || slices.ContainsFunc(u.At, func(x seg.Term) bool { return !fixed(x.A) || !fixed(x.B) }) {
			b.Add(s)
			continue
		}
		sum := core.NewVar("total", core.Prim(u.Mem.Elem))
		t.adds, t.fold.Accs, t.fold.Ops = append(t.adds, u), append(t.fold.Accs, sum), append(t.fold.Ops, prim.Add)
		b.Set(sum, b.Op("sum", prim.Add, u.Mem.Elem, sum, u.Val))
	}
	if len(t.adds) == 0 || len(t.adds) > mostTotals {
		return l, nil
	}
	out := *l
	out.Body = b.Code
	return &out, t
}
