package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/opt/nest"
	"raido/lang/prim"
)

// loopSum: a loop that does nothing but add to its parameters. [ours]
//
//	primal   ss = loop ss = inits for i < n do map2 (+) ss (f i)
//	return   inits̅ += ss̅;  the return sweep of  map f (iota n)  with ss̅ as the adjoint of each result
//
// since the derivative of ss by every f i is one, whatever ss is: no tape, and iterations that do not wait for
// each other. f i may be added in several places, in branches and in loops inside: what an expression adds to a
// parameter is the expression with 0 for that parameter.
func (r *rev) loopSum(st core.Stm, e *core.Loop, fn *core.Lambda) {
	r.emit(st)
	r.pull(st, func(bars []core.Atom) {
		b, n := r.b(), e.Bound
		if !isSize(n, fn) {
			n = b.Prim(prim.Max, prim.I64, n, core.IntC(0))
		}
		is := b.Let("is", &core.Iota{N: n, Start: core.IntC(0), Step: one64, T: prim.I64})
		r.facts.counts[is] = true
		each := make([]core.Atom, len(bars))
		for k, bar := range bars {
			if bar != nil {
				each[k] = r.made(b.Replicate(bar, n).(*core.Var))
				r.contribute(e.Init[k], bar)
			}
		}
		r.contributeMap(r.readsToOperands(&core.Map{W: n, Fn: fn, Arrs: []*core.Var{is}}), each, nil)
	})
}

// isSize reports whether a bound is not negative, since something has that size.
func isSize(n core.Atom, fn *core.Lambda) bool {
	if c, ok := n.(core.Const); ok {
		return c.Int64() >= 0
	}
	return slices.ContainsFunc(core.FreeInLambda(fn).List, func(v *core.Var) bool { return slices.Contains(v.Type.Dims, n) })
}

// summands is the lambda of what each iteration of a loop adds to its parameters, nil if it does anything else.
func (r *rev) summands(e *core.Loop) *core.Lambda {
	if e.Cond != nil || len(e.Attrs) > 0 || e.I.Type.Elem != prim.I64 || r.updatesAcc(e) {
		return nil
	}
	all := make([]int, len(e.Params))
	for k := range all {
		all[k] = k
	}
	body, ok := nest.Summands(e, all, prim.Add)
	fn := &core.Lambda{Params: []*core.Var{e.I}, Body: body, Ret: core.VarTypes(e.Params)}
	if !ok || slices.ContainsFunc(core.FreeInLambda(fn).List, r.facts.isConsumed) {
		return nil
	}
	return core.Rename(fn)
}
