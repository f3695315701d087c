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
	var of *maybe // where all of the adjoint is
	bars := make([]core.Atom, len(st.Pat))
	for k, y := range st.Pat {
		x := r.peek(y)
		if x == nil || x.isZero() {
			continue
		}
		m := x.one()
		if m == nil || of != nil && (m.i != of.i || m.cond != of.cond) {
			return false
		}
		of, bars[k] = m, m.c
	}
	if of == nil {
		return false
	}
	b, w := r.b(), core.Atom(core.IntC(1))
	if of.cond != nil {
		w = b.Prim(prim.ToI64, prim.Bool, of.cond)
	}
	is := b.Let("is", &core.Iota{N: w, Start: core.IntC(0), Step: one64, T: prim.I64})
	for k, bar := range bars {
		if bar != nil {
			delete(r.s.adj, st.Pat[k])
			bars[k] = b.Let("yBars", &core.Replicate{Dims: []core.Atom{w}, Val: bar})
		}
	}
	r.contributeMap(&core.Map{W: w, Arrs: []*core.Var{is}, Fn: iteration(e, of.i)}, bars, nil)
	return true
}

// one is the only element of an adjoint that may differ from zero, on no condition or on one; nil if there may be others.
func (e *entry) one() *maybe {
	switch {
	case e.maybe != nil:
		return e.maybe
	case len(e.spikes) == 1 && len(e.spikes[0].idx) == 1 && e.spikes[0].dims == nil:
		return &maybe{i: e.spikes[0].idx[0], c: e.spikes[0].c}
	default:
		return nil
	}
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
