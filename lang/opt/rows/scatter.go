package rows

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// placed is a scatter to one place after the other, all of them in range, as the update of a part that it is; nil if it is none.
func (w *walker) placed(fs facts, e *core.Scatter) *core.UpdateSlice {
	if len(e.Dest) != 1 || len(e.Idx) != 1 {
		return nil
	}
	from, ok := w.start(e.Idx[0])
	n, ok2 := affine.Of(e.Dest[0].Type.Dims[0], w.def)
	width, ok3 := affine.Of(e.W, w.def)
	if !ok || !ok2 || !ok3 || !w.holds(fs, from) || !w.holds(fs, n.Plus(-1, from).Plus(-1, width)) {
		return nil
	}
	dims := []core.DimSlice{{Start: w.atom(from), Count: e.W, Stride: core.IntC(1)}}
	for _, d := range e.Dest[0].Type.Dims[1:] {
		dims = append(dims, core.DimSlice{Start: core.IntC(0), Count: d, Stride: core.IntC(1)})
	}
	return &core.UpdateSlice{Arr: e.Dest[0], Dims: dims, Val: e.Vals[0]}
}

// start is the first element of an array whose elements are each the one before and 1.
func (w *walker) start(arr *core.Var) (affine.Form, bool) {
	switch e := w.def(arr).(type) {
	case *core.Iota:
		from, ok := affine.Of(e.Start, w.def)
		return from, ok && core.IsInt(e.Step, 1) && e.T == prim.I64
	case *core.Map:
		inside := map[*core.Var]core.Exp{}
		for _, s := range e.Fn.Body.Stms {
			for _, v := range s.Pat {
				inside[v] = s.Exp
			}
		}
		k := w.nth[arr]
		f, ok := affine.Of(e.Fn.Body.Result[k], func(v *core.Var) core.Exp {
			if x := inside[v]; x != nil {
				return x
			}
			return w.def(v)
		})
		if !ok || len(e.Accs) > 0 {
			return f, false
		}
		for j, p := range e.Fn.Params {
			if by := f.Factor(p); by == 1 {
				before, ok := w.start(e.Arrs[j])
				f = f.Without(p).Plus(1, before)
				return f, ok && !slices.ContainsFunc(f.Terms, func(t linear.Term[*core.Var]) bool { return inside[t.V] != nil || slices.Contains(e.Fn.Params, t.V) })
			}
		}
	default: // made otherwise
	}
	return affine.Form{}, false
}
