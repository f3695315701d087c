package gen

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// inOrder is a loop that sums as a fold: tiles add to each sum in the order of the loop. It is nil if the loop does anything
// else or looks at its sums.
//
//	for k < n { ...; next = acc + x; set acc = next }
func inOrder(s *seg.For) *seg.Fold {
	f := &seg.Fold{I: s.I, Bound: s.Bound}
	def := map[core.Atom]*seg.Let{}
	for _, b := range s.Body {
		if l, ok := b.(*seg.Let); ok {
			def[l.V] = l
		}
	}
	own := map[seg.Stm]bool{} // the sums
	for _, b := range s.Body {
		set, ok := b.(*seg.Set)
		if !ok {
			continue
		}
		own[b] = true
		l := def[set.Val]
		for l != nil && l.Op.ResultType(l.T) == l.T && l.Op == prim.To(l.T) {
			own[l], l = true, def[l.Args[0]]
		}
		if l == nil || l.Op != prim.Add || !slices.Contains(l.Args, core.Atom(set.V)) {
			return nil
		}
		own[l] = true
		x := l.Args[0]
		if x == core.Atom(set.V) {
			x = l.Args[1]
		}
		f.Accs, f.Ops, f.Vals = append(f.Accs, set.V), append(f.Ops, prim.Add), append(f.Vals, x)
	}
	gone := slices.Clone(f.Accs)
	for b := range own {
		if v := seg.Binds(b); v != nil {
			gone = append(gone, v)
		}
	}
	f.Body = slices.DeleteFunc(slices.Clone(s.Body), func(b seg.Stm) bool { return own[b] })
	if len(f.Accs) == 0 || foldUses(f, gone) {
		return nil
	}
	return f
}

// foldUses tells that a fold uses one of the variables.
func foldUses(f *seg.Fold, vs []*core.Var) bool {
	out := slices.ContainsFunc(f.Vals, func(a core.Atom) bool { return slices.Contains(vs, asVar(a)) })
	seg.Walk(f.Body, func(s seg.Stm) {
		seg.Operands(s, func(a core.Atom) { out = out || slices.Contains(vs, asVar(a)) })
	})
	return out
}
