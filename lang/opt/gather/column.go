package gather

import (
	"slices"

	"raido/lang/core"
)

// columns gives a map the columns of its operands of which it reads an element of each row, if it uses the rows in another way as well:
//
//	map (\r -> let f = r[k] in map2 (\x y -> x - f * y) r p) a     becomes     map2 (\r f -> map2 (\x y -> x - f * y) r p) a a[:, k]
//
// The return sweep needs the column on the right, and all of a on the left: Note [Parts of arrays of loops].
func (w *parter) columns(out *core.Builder, st core.Stm) core.Stm {
	m := st.Exp.(*core.Map)
	n, fn := *m, *m.Fn
	n.Arrs, fn.Params = slices.Clone(m.Arrs), slices.Clone(m.Fn.Params)
	bound := core.BoundIn(m.Fn)
	for k, a := range m.Arrs {
		r := m.Fn.Params[len(m.Accs)+k]
		if !w.changing[a] || !a.Type.Elem.IsFloat() || a.Type.Rank() < 2 {
			continue
		}
		read := func(in core.Stm) bool {
			e, ok := in.Exp.(*core.Index)
			return ok && e.Arr == r && len(e.Idx) == r.Type.Rank() && w.fixed(st.Pat[0], e, bound)
		}
		if !slices.Contains(fn.Body.Result, core.Atom(r)) && !slices.ContainsFunc(fn.Body.Stms, func(in core.Stm) bool { return core.FreeInStm(in).Has(r) && !read(in) }) {
			continue // its adjoint is a column: package rev
		}
		fn.Body = core.Replace(fn.Body, func(in core.Stm) core.Exp {
			if !read(in) {
				return nil
			}
			x := core.NewVar(r.Name, in.Pat[0].Type)
			n.Arrs, fn.Params = append(n.Arrs, w.column(out, a, in.Exp.(*core.Index).Idx)), append(fn.Params, x)
			return &core.Use{Atom: x}
		})
		if e, ok := w.slices[a]; ok { // after the columns: its adjoint is put into that of the whole array first
			n.Arrs[k] = out.Let(a.Name, e)
		}
	}
	n.Fn = &fn
	return core.Stm{Pat: st.Pat, Exp: &n, Src: st.Src}
}

// fixed reports whether a read of an element of a row is at one place for all rows of a map, named by its first result, which certainly is there.
func (w *parter) fixed(m *core.Var, e *core.Index, bound map[*core.Var]bool) bool {
	for d, i := range e.Idx {
		if v := core.AsVar(i); v != nil && bound[v] || !w.chains.Indexes(m, i, e.Arr.Type.Dims[d]) {
			return false
		}
	}
	return true
}

// column are the elements at a place of each row of an array, as a view of the array of which it is a part.
func (w *parter) column(out *core.Builder, a *core.Var, idx []core.Atom) *core.Var {
	turned := func(a *core.Var) *core.Var {
		perm := []int{}
		for d := range idx {
			perm = append(perm, d+1)
		}
		return out.Index(out.Let(a.Name, &core.Rearrange{Perm: append(perm, 0), Arr: a}), idx...)
	}
	if e, ok := w.slices[a]; ok && len(e.Dims) == 1 {
		return out.Let(a.Name, &core.Slice{Arr: turned(e.Arr), Dims: e.Dims})
	}
	return turned(a)
}
