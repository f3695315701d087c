package infer

import (
	"raido/lang/check/explain"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
)

// Updates: e with f.g[i].h = v. What a path of several steps leads to is updated inside out: e with f[i] = v is
// e with f = (e.f with [i] = v).

// newValue checks the new value of an update, given what type it should have.
func (c *Checker) newValue(sc *locals, val syntax.Exp) func(types.Type) types.Exp {
	return func(hint types.Type) types.Exp { return c.exp(sc, val, hint) }
}

// with is e with steps = val.
func (c *Checker) with(sc *locals, e types.Exp, steps []syntax.Step, val func(types.Type) types.Exp, at diag.Span) types.Exp {
	var path []string
	for len(steps) > 0 && steps[0].Field != "" {
		path, steps = append(path, steps[0].Field), steps[1:]
	}
	if len(path) > 0 {
		if len(steps) == 0 {
			return c.recordWith(e, path, val, at)
		}
		return c.bound(e, at, func(e types.Exp) types.Exp {
			return c.recordWith(e, path, func(types.Type) types.Exp {
				old := e
				for _, f := range path {
					old = c.project(old, f, at)
				}
				return c.with(sc, old, steps, val, at)
			}, at)
		})
	}
	idx, whole := steps[0].Idx, false
	for steps = steps[1:]; len(steps) > 0 && steps[0].Field == "" && !whole; {
		for _, d := range idx {
			whole = whole || d.Slice
		}
		if !whole { // a[i][j] is a[i, j]
			idx, steps = append(idx[:len(idx):len(idx)], steps[0].Idx...), steps[1:]
		}
	}
	if len(steps) == 0 {
		return c.withIndex(sc, e, idx, val, at)
	}
	return c.bound(e, at, func(e types.Exp) types.Exp {
		old := c.index(sc, e, idx, at)
		if x, ok := old.(*types.Index); ok {
			x.Fresh = true
		}
		return c.withIndex(sc, e, idx, func(types.Type) types.Exp { return c.with(sc, old, steps, val, at) }, at)
	})
}

// withIndex is arr with [idx] = val. The sizes of slices are compared at run time.
func (c *Checker) withIndex(sc *locals, arr types.Exp, idx []syntax.DimIndex, val func(types.Type) types.Exp, at diag.Span) types.Exp {
	out := &types.With{Node: node(arr.Type(), at), Arr: arr}
	var exts []*types.SizeVar
	t, ok := c.dims(sc, arr.Type(), idx, at, &out.Idx, &exts)
	if !ok {
		return c.hole(at)
	}
	t = c.looseSlices(t, out.Idx)
	out.Val = val(t)
	c.unify(out.Val.Span(), t, out.Val.Type(), explain.Why{What: explain.As("the new value")})
	return out
}

// looseSlices is the type of what indices select, with any size for each slice.
func (c *Checker) looseSlices(t types.Type, idx []types.DimIndex) types.Type {
	for len(idx) > 0 && !idx[0].Slice {
		idx = idx[1:]
	}
	a, ok := t.(*types.Array)
	if len(idx) == 0 || !ok {
		return t
	}
	return &types.Array{Dim: c.u.FreshSize(), Elem: c.looseSlices(a.Elem, idx[1:])}
}
