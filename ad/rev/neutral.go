package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Neutral elements with adjoints. [ours]
//
// A neutral element is where a reduction or a scan begins: y = ne ⊙ a0 ⊙ a1 ⊙ ..., and y = ne without elements. The source
// takes it for a constant. A histogram does not use its own.

// contributeNeutral contributes to ne what the adjoint of the first application, ne ⊙ a0, gives; bars are the
// adjoints of all of them. One application is differentiated, or none if there are no elements.
func (r *rev) contributeNeutral(n core.Atom, op *core.Lambda, ne []core.Atom, ls, as []*core.Var, bars []core.Atom) {
	if !r.facts.anyActive(ne...) || !slices.ContainsFunc(bars, func(a core.Atom) bool { return a != nil }) {
		return
	}
	b := r.b()
	some := b.Prim("min", prim.I64, n, one64)
	first := func(a *core.Var) *core.Var {
		part := []core.DimSlice{{Start: core.IntC(0), Count: some, Stride: one64}}
		return b.Let(a.Name, &core.Slice{Arr: a, Dims: part})
	}
	step := &core.Map{W: some, Fn: r.constFree(op)}
	on := make([]bool, 2*len(ne))
	for i := range ne {
		on[i] = r.facts.isActive(ne[i])
	}
	for _, a := range slices.Concat(ls, as) {
		step.Arrs = append(step.Arrs, first(a))
	}
	seeds := make([]core.Atom, len(bars))
	for i, bar := range bars {
		if v, ok := bar.(*core.Var); ok {
			seeds[i] = first(v)
		}
	}
	for i, bar := range r.mapBars(step, seeds, on, nil)[:len(ne)] {
		if v, ok := bar.(*core.Var); ok {
			r.contribute(ne[i], r.made(sum(b, v)))
		}
	}
}

// reduceByScan: a general operator whose neutral element has an adjoint.
//
//	y = reduce ⊙ ne as  =  if n == 0 then ne else last (scan ⊙ ne as)
//
// The rule for reduce combines the elements on the right of each with ne, which the derivative of its derivative
// by ne would see. That for scan reads prefixes only.
func (r *rev) reduceByScan(st core.Stm, e *core.Reduce) {
	b := &core.Builder{Src: st.Src}
	ps := b.Bind("p", &core.Scan{W: e.W, Fn: core.Rename(e.Fn), Ne: e.Ne, Arrs: e.Arrs})
	none := b.Prim("eq", prim.I64, e.W, core.IntC(0))
	b.Add(st.Pat, &core.If{Cond: none, Then: core.Body{Result: e.Ne},
		Else: b.Sub(func(b *core.Builder) []core.Atom { return readAll(b, ps, minus(b, e.W, one64)) })})
	r.instead(b.Stms)
}
