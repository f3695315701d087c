package turn

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/diag"
	"raido/lang/prim"
)

// elements writes the code of one element of a row that a point of a map computes.
type elements struct {
	m    *core.Map
	k    core.Atom // the length of the row
	at   *core.Var // the index of the element
	def  map[*core.Var]core.Stm
	done map[*core.Map][]core.Atom // what maps of the point compute at the index
	sub  *core.Subst
	out  core.Builder
	// computed says that a map of the point computes the row.
	computed bool
	// arrs are operands of m whose elements the code needs, by params; more are numbers that the point computes, which it needs by
	// moreParams.
	arrs, params, more, moreParams []*core.Var
}

func newElements(m *core.Map, k core.Atom, src diag.Span) *elements {
	w := &elements{m: m, k: k, at: core.NewVar("d", core.I64), def: map[*core.Var]core.Stm{}, done: map[*core.Map][]core.Atom{},
		sub: core.NewSubst(), out: core.Builder{Src: src}}
	for _, s := range m.Fn.Body.Stms {
		for _, v := range s.Pat {
			w.def[v] = s
		}
	}
	return w
}

// elem is the element of a row: what the map that makes it computes of the elements of its operands, or an element of an array.
func (w *elements) elem(row *core.Var) (core.Atom, bool) {
	s, ok := w.def[row]
	m, isMap := s.Exp.(*core.Map)
	if !ok || !isMap || m.W != w.k || len(m.Accs) > 0 {
		if isIota(s.Exp) {
			return w.at, true
		}
		a, ok := w.value(row)
		if !ok {
			return nil, false
		}
		return w.out.Index(a, w.at), true
	}
	if w.done[m] == nil {
		w.computed = true
		for i, a := range m.Arrs {
			x, ok := w.elem(a)
			if !ok {
				return nil, false
			}
			w.sub.Vars[m.Fn.Params[i]] = x
		}
		if effects(m.Fn.Body) || !w.values(core.FreeInLambda(m.Fn).List) {
			return nil, false
		}
		b := w.sub.Body(m.Fn.Body)
		w.out.Stms = append(w.out.Stms, b.Stms...)
		w.done[m] = b.Result
	}
	return w.done[m][slices.Index(s.Pat, row)], true
}

// values makes variables known to the code.
func (w *elements) values(vs []*core.Var) bool {
	for _, v := range vs {
		if _, ok := w.value(v); !ok {
			return false
		}
	}
	return true
}

// value is a variable as the code knows it: reads of arrays and views are done again, other numbers of the point come from it.
func (w *elements) value(v *core.Var) (*core.Var, bool) {
	if x, ok := w.sub.Vars[v]; ok {
		y, ok := x.(*core.Var)
		return y, ok
	}
	if v.Type.IsAcc() {
		return nil, false
	}
	if i := slices.Index(w.m.Fn.Params, v); i >= 0 {
		w.arrs, w.params = append(w.arrs, w.m.Arrs[i]), append(w.params, w.sub.Binder(v))
		return w.params[len(w.params)-1], true
	}
	s, ok := w.def[v]
	if !ok {
		return v, true
	}
	switch s.Exp.(type) {
	case *core.Index, *core.Slice, *core.Rearrange, *core.Use, *core.Iota:
		if !w.values(core.FreeInStm(s).List) {
			return nil, false
		}
		n := w.sub.Stm(s)
		w.out.Stms = append(w.out.Stms, n)
		return n.Pat[0], true
	default: // takes work
	}
	if !v.Type.IsScalar() {
		return nil, false
	}
	w.more, w.moreParams = append(w.more, v), append(w.moreParams, w.sub.Binder(v))
	return w.moreParams[len(w.moreParams)-1], true
}

// effects reports whether code consumes arrays or checks something.
func effects(b core.Body) bool {
	found := alias.Consumes(b)
	core.Walk(b, func(s core.Stm) {
		if _, ok := s.Exp.(*core.Assert); ok {
			found = true
		}
	})
	return found
}

// isIota reports whether an expression is the array 0, 1, ...
func isIota(e core.Exp) bool {
	i, ok := e.(*core.Iota)
	return ok && i.T == prim.I64 && core.IsInt(i.Start, 0) && core.IsInt(i.Step, 1)
}
