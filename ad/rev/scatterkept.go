package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// scatterKept: some elements written to places of their own in an array that they fill, as a filter writes what it keeps. [ours]
//
//	primal   ys = scatter scratch is vs          ys has m elements
//	forward  (ys, js) = scatter (scratch, scratch) is (vs, iota n)
//	return   vs̅ += scatter 0s js ys̅
//
// Element i of ys is vs[js[i]], so ys is a gather, whose derivative goes over m elements; the rule for all scatters goes over n, and keeps n places.
// js is written where ys is, once for several arrays with the same places. How many elements a loop keeps in an iteration is not known before it, so
// this is for the outermost code.

// keepsSome reports whether a scatter is one of those: it fills an array of a size that is counted, not that of its values. What a map has made is left to
// the general rule, since the map's derivative goes over all n values anyway, and takes the gather in.
func (r *rev) keepsSome(e *core.Scatter) bool {
	if !e.Distinct || len(e.Idx) != 1 || r.s.kind != topScope || r.general {
		return false
	}
	for k, d := range e.Dest {
		m, ok := d.Type.Dims[0].(*core.Var)
		_, scratch := r.madeBy(d).(*core.Scratch)
		_, mapped := r.madeBy(e.Vals[k]).(*core.Map)
		if !ok || core.Atom(m) == e.W || !scratch || mapped {
			return false
		}
	}
	return true
}

// madeBy is what binds a variable in the present scope, nil for what is bound elsewhere.
func (r *rev) madeBy(v *core.Var) core.Exp {
	for _, s := range r.s.fwd.Stms {
		if slices.Contains(s.Pat, v) {
			return s.Exp
		}
	}
	return nil
}

func (r *rev) scatterKept(st core.Stm, e *core.Scatter) {
	m := e.Dest[0].Type.Dims[0]
	js := r.keptBy[e.Idx[0]]
	if js != nil && js.Type.Dims[0] == m {
		r.emit(st)
	} else {
		fwd := r.s.fwd
		all := fwd.Let("iota", &core.Iota{N: e.W, Start: core.IntC(0), Step: one64, T: prim.I64})
		none := fwd.Let("scratch", &core.Scratch{Elem: prim.I64, Dims: []core.Atom{m}})
		js = core.NewVar("js", none.Type)
		r.keptBy[e.Idx[0]] = js
		r.emit(core.Stm{Pat: append(slices.Clone(st.Pat), js), Src: st.Src, Exp: &core.Scatter{W: e.W,
			Dest: append(slices.Clone(e.Dest), none), Idx: e.Idx, Vals: append(slices.Clone(e.Vals), all), Distinct: true}})
	}
	r.push(st, func() {
		for k, y := range st.Pat {
			if bar := r.adjVar(y); bar != nil {
				r.spread(e.Vals[k], m, js, bar)
			}
		}
	})
}

// spread adds bar to the elements js of the adjoint of xs, which are m different ones.
func (r *rev) spread(xs *core.Var, m core.Atom, js, bar *core.Var) {
	x := r.target(xs, bar)
	if x == nil {
		return
	}
	ent, b := r.settled(x), r.b()
	if ent.isZero() {
		zeros := b.ZeroOf(x.Type).(*core.Var)
		r.contribute(x, r.made(b.Let(x.Name, &core.Scatter{W: m, Dest: []*core.Var{zeros}, Idx: []*core.Var{js}, Vals: []*core.Var{bar}, Distinct: true})))
		return
	}
	ent.val = withAcc1(b, r.own(x, ent).(*core.Var), func(b *core.Builder, acc *core.Var) *core.Var {
		fn := b.Lambda([]core.Type{acc.Type, core.I64, bar.Type.Row()}, []core.Type{acc.Type}, func(b *core.Builder, p []*core.Var) []core.Atom {
			return []core.Atom{b.Let("acc", &core.UpdateAcc{Acc: p[0], Idx: []core.Atom{p[1]}, Val: p[2]})}
		})
		return b.Let("acc", &core.Map{W: m, Accs: []*core.Var{acc}, Arrs: []*core.Var{js, bar}, Fn: fn})
	})
}
