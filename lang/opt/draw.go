package opt

import (
	"slices"

	"raido/lang/core"
)

// draw moves the map at j into the with_acc whose results it takes element by element, to be fused with the map there that makes them:
//
//	(acc', xs) = with_acc as (\acc -> map f (acc; ...))           (acc', zs) = with_acc as (\acc -> let (acc, xs) = map f (acc; ...)
//	zs = map2 (+) ys xs                                   becomes                                    in (acc, map2 (+) ys xs))
//
// So the adjoints of a row are added up where they are computed, beside the sums of the others.
func (w *window) draw(j int) {
	c, ok := w.stms[j].Exp.(*core.Map)
	if !ok || !elementwise(c) {
		return
	}
	for _, x := range c.Arrs {
		i, ok := w.def[x]
		if !ok || i >= j || w.gone[i] {
			continue
		}
		if e, ok := w.stms[i].Exp.(*core.WithAcc); ok && w.drawable(i, j, e, c) && w.operandsLast(i, j) {
			w.drawn(i, j, e)
			return
		}
	}
}

// drawable reports whether a map at j is all that uses the results of a with_acc at i that it takes, which one map there makes of as many points.
func (w *window) drawable(i, j int, e *core.WithAcc, c *core.Map) bool {
	free := core.FreeInLambda(c.Fn)
	for k, v := range w.stms[i].Pat {
		at := w.uses[v]
		switch {
		case free.Has(v) || len(at) > 0 && slices.Min(at) < j:
			return false
		case !slices.Contains(at, j):
			continue
		case k < len(e.Accs) || len(at) > 1 || w.names.Consumed(v):
			return false
		}
		by := slices.IndexFunc(e.Fn.Body.Stms, func(s core.Stm) bool { return slices.Contains(core.Atoms(s.Pat), e.Fn.Body.Result[k]) })
		if by < 0 {
			return false
		}
		if m, ok := e.Fn.Body.Stms[by].Exp.(*core.Map); !ok || len(m.Accs) == 0 || m.W != c.W {
			return false
		}
	}
	return true
}

// drawn puts the with_acc in the place of the map at j, which is in it.
func (w *window) drawn(i, j int, e *core.WithAcc) {
	ws, cs := w.stms[i], w.stms[j]
	for _, v := range core.FreeInStm(ws).List {
		w.moveUse(v, i, j)
	}
	sub := core.NewSubst()
	var kept []bool
	for k, v := range ws.Pat {
		w.def[v] = j
		kept = append(kept, k < len(e.Accs) || !slices.Contains(w.uses[v], j))
		if !kept[k] {
			sub.Vars[v] = e.Fn.Body.Result[k]
		}
	}
	in := sub.Stm(cs)
	fn := &core.Lambda{Params: e.Fn.Params, Ret: slices.Concat(keep(e.Fn.Ret, kept), core.VarTypes(cs.Pat))}
	fn.Body.Stms = append(slices.Clone(e.Fn.Body.Stms), in)
	fn.Body.Result = slices.Concat(keep(e.Fn.Body.Result, kept), core.Atoms(in.Pat))
	w.stms[j] = core.Stm{Pat: slices.Concat(keep(ws.Pat, kept), cs.Pat), Exp: &core.WithAcc{Accs: e.Accs, Fn: fn}, Src: cs.Src}
	w.gone[i] = true
}
