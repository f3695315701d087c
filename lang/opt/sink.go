package opt

import (
	"slices"

	"raido/lang/core"
)

// sink moves the maps that only the lambda of the with_acc at j needs into that lambda, which runs once.
func (w *window) sink(j int) {
	e, ok := w.stms[j].Exp.(*core.WithAcc)
	if !ok {
		return
	}
	operands := map[*core.Var]bool{}
	for _, in := range e.Accs {
		operands[in.Arr] = true
		if v, ok := in.Ne.(*core.Var); ok {
			operands[v] = true
		}
		for _, v := range core.FreeInLambda(in.Op).List {
			operands[v] = true
		}
	}
	var moved []int
	free := core.FreeInLambda(e.Fn).List
	for k := 0; k < len(free); k++ { // free grows by what the moved maps use
		i, ok := w.def[free[k]]
		if !ok || w.gone[i] || i >= j || !w.sinkable(i, j, operands) {
			continue
		}
		w.gone[i] = true
		moved = append(moved, i)
		for _, v := range core.FreeInStm(w.stms[i]).List {
			w.moveUse(v, i, j)
			free = append(free, v)
		}
	}
	if len(moved) == 0 {
		return
	}
	slices.Sort(moved)
	fn := &core.Lambda{Params: e.Fn.Params, Ret: e.Fn.Ret, Body: core.Body{Result: e.Fn.Body.Result}}
	for _, i := range moved {
		fn.Body.Stms = append(fn.Body.Stms, w.stms[i])
	}
	fn.Body.Stms = append(fn.Body.Stms, e.Fn.Body.Stms...)
	w.stms[j].Exp = &core.WithAcc{Accs: e.Accs, Fn: fn}
}

// sinkable reports whether i is a map whose results nothing but the lambda of j uses or consumes.
func (w *window) sinkable(i, j int, operands map[*core.Var]bool) bool {
	p, ok := w.stms[i].Exp.(*core.Map)
	if !ok || len(p.Accs) > 0 {
		return false
	}
	for _, v := range w.stms[i].Pat {
		if operands[v] || w.names.Consumed(v) {
			return false
		}
		for _, at := range w.uses[v] {
			if at != j {
				return false
			}
		}
	}
	return w.operandsLast(i, j)
}

// moveUse notes that what used v at i now does so at j.
func (w *window) moveUse(v *core.Var, i, j int) {
	if at := slices.Index(w.uses[v], i); at >= 0 {
		w.uses[v][at] = j
	}
}
