package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
)

// demander writes what is demanded of the elements of a nest of maps.
type demander struct {
	site *demandSite
	out  core.Builder
	sub  *core.Subst             // what is written
	def  map[*core.Var]core.Stm  // what the nest computes at the index so far
	from map[*core.Var]element   // parameters of its maps
	at   map[*core.Map]core.Atom // the one index of each map that is computed
}

// element is arr[i].
type element struct {
	arr *core.Var
	i   core.Atom
}

func (w *demander) define(b core.Body) {
	for _, s := range b.Stms {
		for _, v := range s.Pat {
			w.def[v] = s
		}
	}
}

// stm writes a statement of the reader, with elements instead of places in rows of the nest.
func (w *demander) stm(s core.Stm, rows map[*core.Var]*core.Var) bool {
	w.out.Src = s.Src
	switch e := s.Exp.(type) {
	case *core.Index:
		if r := rows[e.Arr]; r != nil {
			x, ok := w.demanded(r, e.Idx)
			w.out.Add(s.Pat, &core.Use{Atom: x})
			return ok
		}
	case *core.Map:
		if slices.ContainsFunc(e.Arrs, func(a *core.Var) bool { return rows[a] != nil }) {
			return w.elements(s, e, rows)
		}
	default: // as it stands
	}
	w.out.Add(s.Pat, s.Exp)
	free := core.FreeInStm(s)
	for r := range rows {
		if free.Has(r) {
			return false
		}
	}
	return true
}

// elements writes a map over rows of the nest of which it reads an element each, at the same place.
func (w *demander) elements(s core.Stm, e *core.Map, rows map[*core.Var]*core.Var) bool {
	n := &core.Map{W: e.W, Accs: e.Accs, Arrs: slices.Clone(e.Arrs), Fn: &core.Lambda{Params: slices.Clone(e.Fn.Params), Ret: e.Fn.Ret}}
	stms := slices.Clone(e.Fn.Body.Stms)
	for k, a := range e.Arrs {
		r := rows[a]
		if r == nil {
			continue
		}
		p := e.Fn.Params[len(e.Accs)+k]
		idx := []core.Atom{nil}
		elem := core.NewVar(p.Name, core.Prim(p.Type.Elem))
		for i, t := range stms {
			x, ok := t.Exp.(*core.Index)
			if !ok || x.Arr != p {
				continue
			}
			if len(idx) > 1 && !slices.Equal(idx[1:], x.Idx) {
				return false
			}
			idx = append(idx[:1], x.Idx...)
			stms[i].Exp = &core.Use{Atom: elem}
		}
		x, ok := w.demanded(r, idx)
		v, isVar := x.(*core.Var)
		if !ok || !isVar {
			return false
		}
		n.Arrs[k], n.Fn.Params[len(e.Accs)+k] = v, elem
	}
	n.Fn.Body = core.Body{Stms: stms, Result: e.Fn.Body.Result}
	free := core.FreeInLambda(&core.Lambda{Body: n.Fn.Body})
	for k, a := range e.Arrs {
		if rows[a] != nil && (free.Has(a) || free.Has(e.Fn.Params[len(e.Accs)+k])) {
			return false
		}
	}
	w.out.Add(s.Pat, n)
	return true
}

// demanded is the element of a row of the nest at an index; nil stands for a whole dimension, which must be small. The others
// must be all the indices around, so that each element is computed once.
func (w *demander) demanded(r *core.Var, idx []core.Atom) (core.Atom, bool) {
	seen := map[core.Atom]bool{}
	if len(idx) != r.Type.Rank() {
		return nil, false
	}
	for d, i := range idx {
		if i == nil {
			continue
		}
		if n := w.site.levels[i]; n == nil || seen[i] || n != r.Type.Dims[d] {
			return nil, false
		}
		seen[i] = true
	}
	if len(seen) != len(w.site.levels) {
		return nil, false
	}
	return w.elem(r, idx)
}

// elem is a[idx], where nil in idx stands for a whole dimension.
func (w *demander) elem(a *core.Var, idx []core.Atom) (core.Atom, bool) {
	if !slices.ContainsFunc(idx, func(i core.Atom) bool { return i != nil }) {
		return w.whole(a)
	}
	if f, ok := w.from[a]; ok {
		return w.elem(f.arr, append([]core.Atom{f.i}, idx...))
	}
	if s, ok := w.def[a]; ok {
		switch e := s.Exp.(type) {
		case *core.Rearrange:
			perm, inner := slices.Clone(e.Perm), make([]core.Atom, len(idx))
			for k := len(perm); k < len(idx); k++ {
				perm = append(perm, k)
			}
			for k, p := range perm {
				inner[p] = idx[k]
			}
			x, ok := w.elem(e.Arr, inner)
			return w.rearranged(x, kept(perm, idx), ok)
		case *core.Map:
			return w.result(s, e, a, idx)
		default: // stored as a whole
		}
	}
	x, ok := w.whole(a)
	v, isVar := x.(*core.Var)
	if !ok || !isVar {
		return nil, false
	}
	var perm []int // what is indexed first
	var at []core.Atom
	for k, i := range idx {
		if i != nil {
			perm, at = append(perm, k), append(at, i)
		}
	}
	for k, i := range idx {
		if i == nil {
			perm = append(perm, k)
		}
	}
	y, ok := w.rearranged(v, perm, true)
	v, isVar = y.(*core.Var)
	if !ok || !isVar {
		return nil, false
	}
	return w.out.Index(v, at...), true
}

// kept is how the dimensions are permuted that an index leaves.
func kept(perm []int, idx []core.Atom) (out []int) {
	for k, p := range perm {
		if idx[k] != nil {
			continue
		}
		at := 0
		for l, q := range perm {
			if idx[l] == nil && q < p {
				at++
			}
		}
		out = append(out, at)
	}
	return out
}

// rearranged is x with its dimensions permuted.
func (w *demander) rearranged(x core.Atom, perm []int, ok bool) (core.Atom, bool) {
	v, isVar := x.(*core.Var)
	if !ok || slices.IsSorted(perm) {
		return x, ok
	}
	if !isVar {
		return nil, false
	}
	return w.out.Let(v.Name, &core.Rearrange{Perm: perm, Arr: v}), true
}

// result is an element of a result of a map: what its body makes of the elements of its operands.
func (w *demander) result(s core.Stm, e *core.Map, a *core.Var, idx []core.Atom) (core.Atom, bool) {
	if i, ok := w.at[e]; ok && i != idx[0] || idx[0] == nil {
		return nil, false
	}
	if w.at[e] == nil {
		w.at[e] = idx[0]
		for k, p := range e.Fn.Params {
			w.from[p] = element{e.Arrs[k], idx[0]}
		}
		w.define(e.Fn.Body)
	}
	r := e.Fn.Body.Result[slices.Index(s.Pat, a)]
	if v, ok := r.(*core.Var); ok {
		return w.elem(v, idx[1:])
	}
	return r, true
}

// whole is all of a variable of the nest, which must be small, or one from outside.
func (w *demander) whole(a *core.Var) (core.Atom, bool) {
	if x, ok := w.sub.Vars[a]; ok {
		return x, true
	}
	if f, ok := w.from[a]; ok {
		x, ok := w.elem(f.arr, append([]core.Atom{f.i}, make([]core.Atom, a.Type.Rank())...))
		w.sub.Vars[a] = x
		return x, ok
	}
	s, ok := w.def[a]
	if !ok {
		return a, true
	}
	if !short(s) {
		return nil, false
	}
	for _, v := range core.FreeInStm(s).List {
		if _, ok := w.whole(v); !ok {
			return nil, false
		}
	}
	w.out.Stms = append(w.out.Stms, w.sub.Stm(s))
	return w.sub.Vars[a], true
}

// short reports whether a statement has small results and short loops only.
func short(s core.Stm) bool {
	ok := true
	core.Walk(core.Body{Stms: []core.Stm{s}}, func(s core.Stm) {
		for _, v := range s.Pat {
			ok = ok && fixed(v.Type)
		}
		var width core.Atom
		switch e := s.Exp.(type) {
		case *core.Map:
			width = e.W
		case *core.Reduce:
			width = e.W
		default:
			return
		}
		c, isConst := width.(core.Const)
		ok = ok && isConst && c.Int64() <= limits.Now.DemandTerms
	})
	return ok
}
