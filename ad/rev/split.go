package rev

import (
	"slices"

	"raido/lang/core"
)

// Splitting operators on tuples whose components have nothing to do with each other, so that each gets the rule that fits
// it, and components without adjoints get none. [ours; wanted by Bruun22, 6.5]
//
//	(a, b) = reduce (\(x, y) (z, w) -> (x + z, max y w)) (0, lowest) as bs
//	  =      a = reduce (+) 0 as;  b = reduce max lowest bs

// independent are the groups of components of an operator such that each group's results depend on its own operands only.
func independent(l *core.Lambda) [][]int {
	k := len(l.Ret)
	group := make([]int, k) // the group of each component, named by its first
	for i := range group {
		group[i] = i
	}
	deps := map[*core.Var][]int{} // the components that a variable depends on
	for i, p := range l.Params {
		deps[p] = []int{i % k}
	}
	for _, st := range l.Body.Stms {
		if checks(st) {
			return [][]int{group}
		}
		var on []int
		for _, v := range core.FreeInStm(st).List {
			on = append(on, deps[v]...)
		}
		slices.Sort(on)
		on = slices.Compact(on)
		for _, v := range st.Pat {
			deps[v] = on
		}
	}
	for i, a := range l.Body.Result {
		if v, ok := a.(*core.Var); ok {
			for _, j := range deps[v] {
				lo, hi := min(group[i], group[j]), max(group[i], group[j])
				for q := range group {
					if group[q] == hi {
						group[q] = lo
					}
				}
			}
		}
	}
	var out [][]int
	for i := range k {
		if group[i] == i {
			out = append(out, nil)
			for j := range k {
				if group[j] == i {
					out[len(out)-1] = append(out[len(out)-1], j)
				}
			}
		}
	}
	return out
}

// checks reports whether st has an assertion, which nobody may remove.
func checks(st core.Stm) (found bool) {
	core.Walk(core.Body{Stms: []core.Stm{st}}, func(st core.Stm) {
		if _, ok := st.Exp.(*core.Assert); ok {
			found = true
		}
	})
	return found
}

// splits reports whether an operator has components that are independent.
func splits(l *core.Lambda) bool { return len(l.Ret) > 1 && len(independent(l)) > 1 }

// part is the operator l on the components of one group.
func part(l *core.Lambda, group []int) *core.Lambda {
	k := len(l.Ret)
	return core.Rename(&core.Lambda{
		Params: append(pick(l.Params[:k], group), pick(l.Params[k:], group)...),
		Ret:    pick(l.Ret, group),
		Body:   core.Needed(core.Body{Stms: l.Body.Stms, Result: pick(l.Body.Result, group)}),
	})
}

// pick are the elements of xs at places.
func pick[T any](xs []T, places []int) []T {
	out := make([]T, len(places))
	for i, p := range places {
		out[i] = xs[p]
	}
	return out
}

// split puts one node for each group of components in the place of st.
func (r *rev) split(st core.Stm, op *core.Lambda, node func(group []int) core.Exp) {
	b := &core.Builder{Src: st.Src}
	for _, g := range independent(op) {
		b.Add(pick(st.Pat, g), node(g))
	}
	r.instead(b.Stms)
}

func (r *rev) reduceSplit(st core.Stm, e *core.Reduce) {
	r.split(st, e.Fn, func(g []int) core.Exp {
		return &core.Reduce{W: e.W, Fn: part(e.Fn, g), Ne: pick(e.Ne, g), Arrs: pick(e.Arrs, g), Comm: e.Comm}
	})
}

func (r *rev) scanSplit(st core.Stm, e *core.Scan) {
	r.split(st, e.Fn, func(g []int) core.Exp {
		return &core.Scan{W: e.W, Fn: part(e.Fn, g), Ne: pick(e.Ne, g), Arrs: pick(e.Arrs, g)}
	})
}

func (r *rev) histSplit(st core.Stm, e *core.Hist) {
	r.split(st, e.Fn, func(g []int) core.Exp {
		return &core.Hist{W: e.W, Dest: pick(e.Dest, g), Idx: e.Idx, Vals: pick(e.Vals, g), Fn: part(e.Fn, g), Ne: pick(e.Ne, g)}
	})
}
