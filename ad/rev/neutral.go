package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Neutral elements with adjoints. [ours]
//
// A neutral element is where a reduction or a scan begins: y = ne ⊙ a0 ⊙ a1 ⊙ ..., and y = ne without elements. The source
// takes it for a constant and for neutral, which it need not be: only prefixes have it. A histogram does not use its own.

// contributeNeutral contributes to ne what the adjoint of the first application, ne ⊙ a0, gives; bars are the
// adjoints of all of them. One application is differentiated, or none if there are no elements.
func (r *rev) contributeNeutral(n core.Atom, op *core.Lambda, ne []core.Atom, ls, as []*core.Var, bars []core.Atom) {
	if !r.facts.anyActive(ne...) || !slices.ContainsFunc(bars, func(a core.Atom) bool { return a != nil }) {
		return
	}
	b := r.b()
	some := b.Prim(prim.Min, prim.I64, n, one64)
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

// prefixBars are the adjoints of prefixes ps of vs, whose segments end where last is true: of the last in a segment bars itself, of the
// others what vjp (\p -> p ⊙ r) makes of bars, where r is all that follows in the segment. on are the active components.
// Nothing but values are combined to r, so that ⊙ needs no neutral element.
func (r *rev) prefixBars(op *core.Lambda, ne []core.Atom, ps, vs []*core.Var, last *core.Var, on []int, bars []core.Atom) []core.Atom {
	b, k, n := r.b(), len(vs), last.Type.Dims[0]
	from := reversed(b, append([]*core.Var{last}, vs...))
	out := reversed(b, segScan(b, n, core.FlipArgs(r.constFree(op)), ne, from[0], from[1:]))
	is := b.Let("is", &core.Iota{N: n, Start: one64, Step: one64, T: prim.I64})
	rs := b.Map(n, []*core.Var{is, last}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return core.Atoms(b.If(x[1], core.ElemTypes(out),
			func(*core.Builder) []core.Atom { return ne },
			func(b *core.Builder) []core.Atom { return readAll(b, out, x[0]) }))
	})
	ts := core.ElemTypes(vs)
	apply := r.constFree(op)
	step := b.Lambda(slices.Concat([]core.Type{core.Prim(prim.Bool)}, ts, ts), ts, func(b *core.Builder, x []*core.Var) []core.Atom {
		return core.Atoms(b.If(x[0], ts,
			func(*core.Builder) []core.Atom { return core.Atoms(x[1 : k+1]) },
			func(b *core.Builder) []core.Atom { return b.Inline(apply, core.Atoms(x[1:])...) }))
	})
	active := make([]bool, 2*k+1)
	for _, i := range on {
		active[i+1] = true
	}
	return r.mapBars(&core.Map{W: n, Arrs: slices.Concat([]*core.Var{last}, ps, rs), Fn: step}, bars, active, nil)[1 : k+1]
}

// lastOf tells for each of n elements whether it is the last.
func lastOf(b *core.Builder, n core.Atom) *core.Var {
	is := b.Let("is", &core.Iota{N: n, Start: one64, Step: one64, T: prim.I64})
	return b.Map(n, []*core.Var{is}, func(b *core.Builder, i []*core.Var) []core.Atom {
		return []core.Atom{b.Prim(prim.Eq, prim.I64, i[0], n)}
	})[0]
}

// reduceByScan: a general operator whose neutral element has an adjoint.
//
//	y = reduce ⊙ ne as  =  if n == 0 then ne else last (scan ⊙ ne as)
//
// The rule for scan reads prefixes only, so that ne has its adjoint from the first of them.
func (r *rev) reduceByScan(st core.Stm, e *core.Reduce) {
	b := &core.Builder{Src: st.Src}
	ps := b.Bind("p", &core.Scan{W: e.W, Fn: core.Rename(e.Fn), Ne: e.Ne, Arrs: e.Arrs})
	none := b.Prim(prim.Eq, prim.I64, e.W, core.IntC(0))
	b.Add(st.Pat, &core.If{Cond: none, Then: core.Body{Result: e.Ne},
		Else: b.Sub(func(b *core.Builder) []core.Atom { return readAll(b, ps, minus(b, e.W, one64)) })})
	r.instead(b.Stms)
}
