package rev

import (
	"fmt"
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// stripmined is the depth of the nest that the attribute stripmine(k) asks a for loop to become, or 0.
func stripmined(e *core.Loop) int {
	for _, a := range e.Attrs {
		k := 0
		if n, _ := fmt.Sscanf(a, "stripmine(%d)", &k); n == 1 && k > 1 && e.I != nil {
			return k
		}
	}
	return 0
}

// checkpoint marks a loop whose return sweep runs each iteration's forward sweep again, from the values that
// the iteration began with.
const checkpoint = "checkpoint"

// stripmine: time for memory. A loop of n iterations becomes, for k loops in each other,
//
//	m = n ** ((k-1)/k)
//	ys = loop ps = inits for o < (n + m - 1) / m do          -- keeps ps of each iteration on its tape
//	       loop qs = ps for j < min m (n - o*m) do           -- the same with k - 1, if that is more than 1
//	         body [o*m + j / i]
//
// so the tapes have k * n**(1/k) rows instead of n, and each iteration runs at most k times more. [ours]
func (r *rev) stripmine(st core.Stm, e *core.Loop, k int) {
	b := &core.Builder{Src: st.Src}
	t := e.I.Type.Elem
	n := toI64(b, e.Bound)
	m := b.Prim(prim.Max, prim.I64, strip(b, n, k), one64)
	trips := b.Prim(prim.Quot, prim.I64, plus(b, n, minus(b, m, one64)), m)

	inner := core.Rename(&core.Lambda{Params: append([]*core.Var{e.I}, e.Params...), Body: e.Body, Ret: core.AtomTypes(e.Body.Result)})
	outerParams := core.NewSubst()
	outer := &core.Loop{Params: outerParams.Binders(e.Params), Init: e.Init, I: core.NewVar("o", core.I64), Bound: trips,
		Attrs: []string{checkpoint}}
	outer.Body = b.Sub(func(b *core.Builder) []core.Atom {
		start := times(b, outer.I, m)
		loop := &core.Loop{Params: inner.Params[1:], Init: core.Atoms(outer.Params), I: core.NewVar("j", core.I64),
			Bound: b.Prim(prim.Min, prim.I64, m, minus(b, n, start))}
		if k > 2 {
			loop.Attrs = []string{fmt.Sprintf("stripmine(%d)", k-1)}
		}
		loop.Body = b.Sub(func(b *core.Builder) []core.Atom {
			i := plus(b, start, loop.I)
			index := core.Exp(&core.Use{Atom: i})
			if t != prim.I64 {
				index = &core.PrimApp{Op: prim.To(t), T: prim.I64, Args: []core.Atom{i}}
			}
			b.Add(inner.Params[:1], index)
			b.Stms = append(b.Stms, inner.Body.Stms...)
			return inner.Body.Result
		})
		types := core.NewSubst()
		pat := types.Binders(loop.Params)
		b.Add(pat, loop)
		return core.Atoms(pat)
	})
	b.Add(st.Pat, outer)
	r.instead(b.Stms)
}

// strip is n ** ((k-1)/k), rounded up.
func strip(b *core.Builder, n core.Atom, k int) core.Atom {
	x := b.Prim(prim.Max, prim.F64, b.Prim(prim.ToF64, prim.I64, n), core.One(prim.F64))
	e := core.Const{Scalar: prim.Float(prim.F64, float64(k-1)/float64(k))}
	return b.Prim(prim.ToI64, prim.F64, b.Prim(prim.Ceil, prim.F64, b.Prim(prim.Pow, prim.F64, x, e)))
}

// planAgain is the plan of a checkpoint: keep the parameters, repeat all else.
func (r *rev) planAgain(params []*core.Var, fwd []core.Stm, ret core.Body) plan {
	recomputed := core.Needed(core.Body{Stms: fwd, Result: core.Atoms(core.FreeInBody(ret).List)})
	needed := core.FreeInBody(core.Body{Stms: recomputed.Stms, Result: recomputed.Result})
	p := &planner{plan: plan{recomputed: recomputed.Stms, later: core.NewSubst()}, r: r, ret: ret}
	for _, v := range slices.Backward(params) {
		if !needed.Has(v) {
			continue
		}
		p.save = append([]*core.Var{v}, p.save...)
		p.because(v)
		p.reasonIs(v, whyCheckpoint)
		for _, d := range v.Type.Dims {
			if d, ok := d.(*core.Var); ok {
				needed.Add(d)
			}
		}
	}
	return p.plan
}
