package alias

import "raido/lang/core"

// from calls do with each root of v, and with the origins of those for which it holds.
func (f *Flow) from(v *core.Var, do func(root *core.Var) bool) {
	seen := map[*core.Var]bool{}
	var visit func(rs []*core.Var)
	visit = func(rs []*core.Var) {
		for _, r := range rs {
			if !seen[r] {
				seen[r] = true
				if do(r) {
					visit(f.origins[r])
				}
			}
		}
	}
	visit(f.rootsOf(v))
}

// results binds the results of a statement whose consumption began at that place of the order. What the statement has
// consumed is the result's alone where that lies in it: in one branch, say, which gives an array that the other consumes.
func (f *Flow) results(s *core.Stm, links []core.Alias, at int) {
	into := map[*core.Var][]*core.Var{} // what parameters come from
	lies := map[*core.Var][]*core.Var{} // what results lie in
	for _, l := range links {
		switch l.How {
		case core.Enter, core.Next:
			into[l.Name] = append(into[l.Name], l.Of)
		case core.View, core.Leave:
			lies[l.Name] = append(lies[l.Name], l.Of)
		}
	}
	loop, _ := s.Exp.(*core.Loop)
	for _, v := range s.Pat {
		if v.Type.IsScalar() {
			continue
		}
		var outer, inner core.VarSet
		var visit func(x *core.Var)
		visit = func(x *core.Var) {
			f.from(x, func(r *core.Var) bool {
				switch {
				case outer.Has(r) || inner.Has(r):
					return false
				case f.depth[r] > f.level:
					inner.Add(r)
					for _, x := range into[r] {
						visit(x)
					}
					return true
				case f.consumed[r] <= at:
					outer.Add(r)
				}
				return false
			})
		}
		if !v.Type.IsAcc() {
			for _, x := range lies[v] {
				visit(x)
			}
		}
		f.roots[v], f.depth[v] = []*core.Var{v}, f.level
		if loop == nil || f.meets(v, s.Pat, lies) {
			f.roots[v] = append(append(f.roots[v], outer.List...), inner.List...)
			continue
		}
		f.origins[v], f.group[v] = outer.List, loop
		for _, r := range outer.List {
			f.parts[r] = append(f.parts[r], v)
		}
	}
}

// meets reports whether the result v of a loop may lie in the same memory as another of its results at the same time.
func (f *Flow) meets(v *core.Var, pat []*core.Var, lies map[*core.Var][]*core.Var) bool {
	for _, w := range pat {
		if w != v && f.overlap(lies[v], lies[w]) {
			return true
		}
	}
	return false
}

// meet reports whether two atoms may lie in the same memory.
func (f *Flow) meet(a, b core.Atom) bool {
	v, ok := a.(*core.Var)
	w, ok2 := b.(*core.Var)
	return ok && ok2 && !v.Type.IsScalar() && !w.Type.IsScalar() && f.overlap([]*core.Var{v}, []*core.Var{w})
}

// overlap reports whether one of vs may lie in the same memory as one of ws.
func (f *Flow) overlap(vs, ws []*core.Var) bool {
	roots, whole := f.reach(vs)
	otherRoots, otherWhole := f.reach(ws)
	for r := range whole {
		if otherRoots[r] || roots[r] && otherWhole[r] {
			return true
		}
	}
	return false
}

// reach are the roots of variables, and these with all their origins.
func (f *Flow) reach(vs []*core.Var) (roots, whole map[*core.Var]bool) {
	roots, whole = map[*core.Var]bool{}, map[*core.Var]bool{}
	for _, x := range vs {
		for _, r := range f.rootsOf(x) {
			roots[r] = true
		}
		f.from(x, func(r *core.Var) bool { whole[r] = true; return true })
	}
	return roots, whole
}

// Note [Loops that exchange]
//
// The results of
//
//	loop (p = as) (q = bs) for i < n do ... in (q, p)
//
// may lie in as or in bs, each of them, but never both in one. So they get roots of their own, with as and bs as the
// origins of both: who consumes one result may have consumed as, or bs, but not the other result; who consumes as, or
// an array that the loop does not know and that lies there, spoils both. That holds if initial values and results of an
// iteration are apart; for results that are not, all that they may lie in are their roots.
