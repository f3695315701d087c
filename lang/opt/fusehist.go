package opt

import (
	"slices"

	"raido/lang/core"
)

// hists joins to the histogram at j the earlier ones of other values over the same indices (horizontal fusion):
//
//	hs = hist (+) 0 is as
//	gs = hist (*) 1 is bs     becomes     (hs, gs) = hist (\a b c d -> (a + c, b * d)) (0, 1) is (as, bs)
//
// so that the indices are read and tested once.
func (w *window) hists(j int) {
	for i := j - 1; i >= 0; i-- {
		c, ok := w.stms[j].Exp.(*core.Hist)
		if !ok {
			return
		}
		if p, ok := w.stms[i].Exp.(*core.Hist); ok && !w.gone[i] && alike(p, c) && w.waits(i, j) {
			w.fuseHists(i, j)
		}
	}
}

// alike reports whether histograms have the same indices and bins, and whether their operators are operators of scalars.
func alike(p, c *core.Hist) bool {
	for _, h := range []*core.Hist{p, c} {
		if !scalarOp(h.Fn) {
			return false
		}
	}
	return p.W == c.W && slices.Equal(p.Idx, c.Idx) && slices.Equal(p.Dest[0].Type.Dims, c.Dest[0].Type.Dims)
}

// waits reports whether i can move down to j, which does not use its results.
func (w *window) waits(i, j int) bool {
	for _, v := range w.stms[i].Pat {
		if len(w.uses[v]) > 0 && slices.Min(w.uses[v]) <= j {
			return false
		}
	}
	return w.operandsLast(i, j)
}

func (w *window) fuseHists(i, j int) {
	ps, cs := w.stms[i], w.stms[j]
	p, c := ps.Exp.(*core.Hist), cs.Exp.(*core.Hist)
	w.moved(i, j, p.Dest...)
	k, l := len(p.Ne), len(c.Ne)
	w.stms[j] = core.Stm{Pat: slices.Concat(ps.Pat, cs.Pat), Src: cs.Src, Exp: &core.Hist{W: c.W, Idx: c.Idx,
		Dest: slices.Concat(p.Dest, c.Dest), Vals: slices.Concat(p.Vals, c.Vals), Ne: slices.Concat(p.Ne, c.Ne),
		Fn: &core.Lambda{
			Params: slices.Concat(p.Fn.Params[:k], c.Fn.Params[:l], p.Fn.Params[k:], c.Fn.Params[l:]),
			Ret:    slices.Concat(p.Fn.Ret, c.Fn.Ret),
			Body: core.Body{Stms: slices.Concat(p.Fn.Body.Stms, c.Fn.Body.Stms),
				Result: slices.Concat(p.Fn.Body.Result, c.Fn.Body.Result)},
		}}}
}
