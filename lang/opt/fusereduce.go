package opt

import (
	"slices"

	"raido/lang/core"
)

// reduces joins to the reduction at j the earlier ones of other results of the same map (horizontal fusion):
//
//	xs, ys = map f as
//	x = reduce (+) 0 xs
//	y = reduce (*) 1 ys     becomes     (x, y) = reduce (\a b c d -> (a + c, b * d)) (0, 1) xs ys
//
// so that the map has one consumer, which takes it in. Derivatives of sums come so, with their primals. Where x is used before ys are reduced, as
// several sums of one loop are that each begin with a number, the reduction of ys moves up.
func (w *window) reduces(j int) {
	for i := j - 1; i >= 0 && !w.gone[j]; i-- {
		c, ok := w.stms[j].Exp.(*core.Reduce)
		if !ok {
			return
		}
		p, ok := w.stms[i].Exp.(*core.Reduce)
		if !ok || w.gone[i] || !w.joins(p, c) {
			continue
		}
		if w.waits(i, j) {
			w.fuseReduces(i, j, j)
		} else if w.thereAt(i, j) {
			w.fuseReduces(i, j, i)
		}
	}
}

// thereAt reports whether all that the statement at j needs is there before the one at i.
func (w *window) thereAt(i, j int) bool {
	return !slices.ContainsFunc(core.FreeInStm(w.stms[j]).List, func(v *core.Var) bool {
		at, ok := w.def[v]
		return ok && at >= i
	})
}

// joins reports whether reductions have operators of scalars and read results of one map.
func (w *window) joins(p, c *core.Reduce) bool {
	if p.W != c.W || p.Comm != c.Comm || !scalarOp(p.Fn) || !scalarOp(c.Fn) {
		return false
	}
	for _, x := range p.Arrs {
		i, ok := w.def[x]
		if !ok {
			continue
		}
		if _, isMap := w.stms[i].Exp.(*core.Map); !isMap {
			continue
		}
		for _, y := range c.Arrs {
			if at, ok := w.def[y]; ok && at == i {
				return true
			}
		}
	}
	return false
}

// scalarOp reports whether an operator is one primitive for each component, which does not fail.
func scalarOp(fn *core.Lambda) bool {
	if 2*len(fn.Body.Stms) != len(fn.Params) {
		return false
	}
	for _, s := range fn.Body.Stms {
		if e, ok := s.Exp.(*core.PrimApp); !ok || e.MayFail() {
			return false
		}
	}
	return !slices.ContainsFunc(fn.Params, func(v *core.Var) bool { return !v.Type.IsScalar() })
}

// fuseReduces puts the reductions at i and j, as one, in the place of the one that is at.
func (w *window) fuseReduces(i, j, at int) {
	ps, cs := w.stms[i], w.stms[j]
	p, c := ps.Exp.(*core.Reduce), cs.Exp.(*core.Reduce)
	w.moved(i+j-at, at)
	k, l := len(p.Ne), len(c.Ne)
	w.stms[at] = core.Stm{Pat: slices.Concat(ps.Pat, cs.Pat), Src: cs.Src, Exp: &core.Reduce{W: c.W, Comm: c.Comm,
		Ne: slices.Concat(p.Ne, c.Ne), Arrs: slices.Concat(p.Arrs, c.Arrs), Fn: &core.Lambda{
			Params: slices.Concat(p.Fn.Params[:k], c.Fn.Params[:l], p.Fn.Params[k:], c.Fn.Params[l:]),
			Ret:    slices.Concat(p.Fn.Ret, c.Fn.Ret),
			Body: core.Body{Stms: slices.Concat(p.Fn.Body.Stms, c.Fn.Body.Stms),
				Result: slices.Concat(p.Fn.Body.Result, c.Fn.Body.Result)},
		}}}
}
