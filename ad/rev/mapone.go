package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// atOne is the return sweep of a map in parallel code whose adjoint is one element, at a place known when it runs or
// nowhere at all: that of the one iteration that made the element. [ours; Peng23, 4.3]
//
//	primal   ys = map f xs
//	return   map (\_ -> f xs[k] again, then its return sweep for y̅) (iota w),  w = 1 if the element is there, else 0
//
// On its own the one iteration would run alone, so outside of parallel code all run.
func (r *rev) atOne(st core.Stm, e *core.Map) bool {
	if len(e.Accs) > 0 || !r.s.isIn(mapScope) || len(r.consumedReads(e)) > 0 {
		return false
	}
	at := -1
	for i, y := range st.Pat {
		if x := r.peek(y); x != nil && !x.isZero() {
			if at >= 0 || x.maybe == nil && (len(x.spikes) != 1 || len(x.spikes[0].idx) != 1 || x.spikes[0].dims != nil) {
				return false
			}
			at = i
		}
	}
	if at < 0 {
		return false
	}
	x := r.peek(st.Pat[at])
	delete(r.s.adj, st.Pat[at])
	b, w := r.b(), core.Atom(core.IntC(1))
	one := x.maybe
	if one == nil {
		one = &maybe{i: x.spikes[0].idx[0], c: x.spikes[0].c}
	} else {
		w = b.Prim(prim.ToI64, prim.Bool, one.cond)
	}
	is := b.Let("is", &core.Iota{N: w, Start: core.IntC(0), Step: one64, T: prim.I64})
	bars := make([]core.Atom, len(st.Pat))
	bars[at] = b.Let("yBars", &core.Replicate{Dims: []core.Atom{w}, Val: one.c})
	r.contributeMap(&core.Map{W: w, Arrs: []*core.Var{is}, Fn: iteration(e, one.i)}, bars, nil)
	return true
}

// iteration is the lambda of a map with the elements at i of its operands.
func iteration(e *core.Map, i core.Atom) *core.Lambda {
	l := core.Rename(e.Fn)
	b := &core.Builder{}
	for k, p := range l.Params {
		b.Add([]*core.Var{p}, &core.Index{Arr: e.Arrs[k], Idx: []core.Atom{i}})
	}
	return &core.Lambda{Params: []*core.Var{core.NewVar("i", core.I64)}, Ret: l.Ret,
		Body: core.Body{Stms: slices.Concat(b.Stms, l.Body.Stms), Result: l.Body.Result}}
}
