package rev

import (
	"maps"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/prim"
)

// Note [Sizes of tapes]
//
// Loops in loops are often triangles: the inner one runs n - i times, so that what it keeps in iteration i has n - i rows. The rows of all iterations lie
// behind each other in one flat tape. Where the sizes follow from the counter by operators that cannot fail, and from elements of arrays that stay as they
// are, so does their sum, and the tape is made with its exact size [Peng23, 3.2.2 has the tapes of such loops; their sizes: ours]. The loop around has
// this sum as the size of what it keeps.
//
// The sum over i < b of max(a - i, 0) has c = max(0, min(a, b)) terms that are not 0, and is c a - c (c - 1) / 2; that of max(a + i, 0) has
// c = max(0, b - max(0, -a)), of which the first is f = max(a, 0), and is c f + c (c - 1) / 2. Other sizes are added up by a loop, where one that is
// less than 0 counts as 0: the iteration that has it fails, and says why.

// allElements is how many elements values of a type have in all iterations of a loop, of which there are so many; nil if that is not known before.
func (l *revLoop) allElements(b *core.Builder, t core.Type, trips core.Atom) core.Atom {
	if l.e.I == nil || l.e.I.Type.Elem != prim.I64 {
		return nil
	}
	defs := map[*core.Var]core.Exp{}
	for _, st := range l.plan.early {
		defs[st.Pat[0]] = st.Exp
	}
	local := l.localVars()
	var inner []core.Atom
	others := core.Atom(core.IntC(1))
	for _, d := range t.Dims {
		switch {
		case !local(d):
			others = times(b, others, d)
		case d == core.Atom(l.e.I) || defs[d.(*core.Var)] != nil:
			inner = append(inner, d)
		default:
			return nil
		}
	}
	if len(inner) == 1 {
		if sum := l.triangle(b, inner[0].(*core.Var), defs, trips); sum != nil {
			return times(b, sum, others)
		}
	}
	sub := core.NewSubst()
	maps.Copy(sub.Vars, l.hoisted.Vars)
	s, sum := core.NewVar("size", core.I64), &core.Builder{Src: b.Src}
	i := sub.Binder(l.e.I)
	for _, st := range l.plan.early {
		sum.Stms = append(sum.Stms, sub.Stm(st))
	}
	sizes := sub.Atoms(inner)
	for k, d := range sizes {
		sizes[k] = sum.Prim(prim.Max, prim.I64, d, core.IntC(0))
	}
	next := plus(sum, s, product(sum, sizes))
	all := core.NewVar("size", core.I64)
	b.Add([]*core.Var{all}, &core.Loop{Params: []*core.Var{s}, Init: []core.Atom{core.IntC(0)}, I: i, Bound: trips, Body: sum.Body(next)})
	return times(b, all, others)
}

// triangle is the sum of a size over the iterations, if it is the counter plus or minus what is known outside, or that where it is not negative; else nil.
func (l *revLoop) triangle(b *core.Builder, d *core.Var, defs map[*core.Var]core.Exp, trips core.Atom) core.Atom {
	size := core.Atom(d)
	if e, ok := defs[d].(*core.PrimApp); ok && e.Op == prim.Max && core.IsInt(e.Args[1], 0) {
		size = e.Args[0]
	}
	f, ok := affine.Of(size, func(v *core.Var) core.Exp { return defs[v] })
	k, local := f.Factor(l.e.I), l.localVars()
	rest := f.Without(l.e.I).Renamed(func(v *core.Var) *core.Var {
		if x, ok := l.hoisted.Vars[v].(*core.Var); ok {
			return x
		}
		return v
	})
	for _, t := range rest.Terms {
		ok = ok && !local(t.V)
	}
	if !ok || k != 1 && k != -1 {
		return nil
	}
	op := func(op *prim.Op, x, y core.Atom) core.Atom { return b.Prim(op, prim.I64, x, y) }
	zero, a := core.IntC(0), affine.Atom(rest, b)
	pairs := func(c core.Atom) core.Atom { return op(prim.Shr, times(b, c, minus(b, c, one64)), one64) }
	if k < 0 {
		c := op(prim.Max, zero, op(prim.Min, a, trips))
		return minus(b, times(b, c, a), pairs(c))
	}
	c := op(prim.Max, zero, minus(b, trips, op(prim.Max, zero, minus(b, zero, a))))
	return plus(b, times(b, c, op(prim.Max, a, zero)), pairs(c))
}

// sizeCode is what computes the size that a statement does so that it may run before the loop that the statement is in, or again: operators that cannot
// fail, loops and choices of such, and elements of arrays that nothing overwrites, which count as 0 where there are none. nil: nothing does.
func (r *rev) sizeCode(st core.Stm) []core.Stm {
	b := &core.Builder{Src: st.Src}
	body := func(x core.Body) (core.Body, bool) {
		out := core.Body{Result: x.Result}
		for _, st := range x.Stms {
			code := r.sizeCode(st)
			if code == nil {
				return out, false
			}
			out.Stms = append(out.Stms, code...)
		}
		return out, true
	}
	switch e := st.Exp.(type) {
	case *core.PrimApp:
		if !e.MayFail() {
			return []core.Stm{st}
		}
	case *core.Loop:
		inner, ok := body(e.Body)
		if ok && e.I != nil && core.AllScalar(core.VarTypes(e.Params)) {
			return []core.Stm{{Pat: st.Pat, Exp: &core.Loop{Params: e.Params, Init: e.Init, I: e.I, Bound: e.Bound, Body: inner}, Src: st.Src}}
		}
	case *core.If:
		then, ok := body(e.Then)
		els, also := body(e.Else)
		if ok && also && core.AllScalar(core.VarTypes(st.Pat)) {
			return []core.Stm{{Pat: st.Pat, Exp: &core.If{Cond: e.Cond, Then: then, Else: els}, Src: st.Src}}
		}
	case *core.Index:
		if !r.facts.isConsumed(e.Arr) && st.Pat[0].Type.IsScalar() {
			return append(b.Stms, guarded(b, st, e)...)
		}
	default: // more than a number
	}
	return nil
}

// guarded reads an element, or has 0 if there is no such element.
func guarded(b *core.Builder, st core.Stm, e *core.Index) []core.Stm {
	there := core.Atom(core.BoolC(true))
	for k, i := range e.Idx {
		there = b.Prim(prim.And, prim.Bool, there, b.Prim(prim.Le, prim.I64, core.IntC(0), i))
		there = b.Prim(prim.And, prim.Bool, there, b.Prim(prim.Lt, prim.I64, i, e.Arr.Type.Dims[k]))
	}
	x := core.NewVar(st.Pat[0].Name, st.Pat[0].Type)
	then := core.Body{Stms: []core.Stm{{Pat: []*core.Var{x}, Exp: e, Src: st.Src}}, Result: []core.Atom{x}}
	b.Add(st.Pat, &core.If{Cond: there, Then: then, Else: core.Body{Result: []core.Atom{core.Zero(x.Type.Elem)}}})
	return b.Stms
}
