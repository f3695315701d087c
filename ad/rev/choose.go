package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/choice"
	"raido/lang/prim"
)

// Note [Operators that choose]
//
// The nearest of many is a reduction whose operator takes one of its operands as it is, whatever it looks at to choose:
//
//	\(t, x, i) (u, y, j) -> if t <= u then (t, x, i) else (u, y, j)
//
// An index that goes with the operands tells which element the result is, so that all of the adjoint is that of this element, as it is for a minimum
// [Bruun22, 4.2]. What has no derivative, as the indices here, may be anything. [ours]

// chooses reports whether an operator gives, of all that has derivatives, that of one operand: Note [Operators that choose].
func chooses(l *core.Lambda) bool {
	_, ok := withIndex(l)
	return ok
}

// reduceChoose: an operator that chooses.
//
//	primal   y = reduce op ne as
//	forward  (y, k) = reduce (op, and which operand it took) (ne, -1) (as, iota n)
//	return   as̅[k] += y̅, if k >= 0, else ne̅ += y̅
func (r *rev) reduceChoose(st core.Stm, e *core.Reduce) {
	slot, s := r.emit(st), r.s
	r.push(st, func() {
		bars := make([]core.Atom, len(st.Pat))
		for c, y := range st.Pat {
			bars[c] = r.adj(y)
		}
		if !slices.ContainsFunc(bars, func(a core.Atom) bool { return a != nil }) {
			return
		}
		pre := &core.Builder{Src: st.Src}
		is := pre.Let("is", &core.Iota{N: e.W, Start: core.IntC(0), Step: one64, T: prim.I64})
		k := core.NewVar("k", core.I64)
		fn, _ := withIndex(e.Fn)
		pre.Add(append(slices.Clone(st.Pat), k), &core.Reduce{W: e.W, Fn: fn, Ne: append(slices.Clone(e.Ne), core.IntC(-1)), Arrs: append(slices.Clone(e.Arrs), is)})
		s.fwd.Stms = append(append(s.fwd.Stms[:slot:slot], pre.Stms...), s.fwd.Stms[slot+1:]...)
		some := r.b().Prim(prim.Le, prim.I64, core.IntC(0), k) // if not, the neutral element is chosen
		for c, bar := range bars {
			if bar == nil {
				continue
			}
			if r.facts.isActive(e.Ne[c]) {
				r.contribute(e.Ne[c], choose(r.b(), some, core.Zero(e.Fn.Ret[c].Elem), bar))
			}
			r.contributeIf(some, e.Arrs[c], k, bar)
		}
	})
}

// withIndex is an operator that chooses, with an index more for each operand and that of the chosen one as the last result; the first on ties of a
// minimum or maximum, the neutral element's -1 before all, as in forward mode, which folds from it; and not that of a nan.
func withIndex(l *core.Lambda) (*core.Lambda, bool) {
	if !core.AllScalar(l.Ret) {
		return nil, false
	}
	l = core.Rename(l)
	n := len(l.Ret)
	c := &choice.Of{K: core.NewVar("i", core.I64), I: core.NewVar("j", core.I64)}
	var results []core.Atom
	for k, t := range l.Ret {
		if t.Elem.IsFloat() {
			c.Kept, c.Others = append(c.Kept, l.Params[k]), append(c.Others, l.Params[n+k])
			results = append(results, l.Body.Result[k])
		}
	}
	if len(results) == 0 {
		return nil, false
	}
	b, k, ok := c.Mark(l.Body, results)
	if !ok {
		return nil, false
	}
	return &core.Lambda{
		Params: slices.Concat(l.Params[:n], []*core.Var{c.K}, l.Params[n:], []*core.Var{c.I}),
		Ret:    append(slices.Clone(l.Ret), core.I64),
		Body:   core.Body{Stms: b.Stms, Result: append(slices.Clone(b.Result), k)},
	}, true
}
