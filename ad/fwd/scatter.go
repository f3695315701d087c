package fwd

import "raido/lang/core"

// scatter: writes at indices.                                            [ours]
//
//	primal   ys = scatter dest is vs
//	tangent  (ys, ysDot) = scatter (dest, destDot) is (vs, vsDot)
//
// One scatter writes both, so that value and tangent have the same winner where indices coincide.
func (f *fwd) Scatter(s core.Stm, e *core.Scatter) {
	q := len(e.Idx)
	n := &core.Scatter{W: e.W, Idx: e.Idx, Dest: append([]*core.Var{}, e.Dest...), Vals: append([]*core.Var{}, e.Vals...), Distinct: e.Distinct}
	for i, v := range s.Pat {
		if f.act.Has(v) {
			n.Dest = append(n.Dest, f.dotIn(e.Dest[i], q))
			n.Vals = append(n.Vals, f.dotIn(e.Vals[i], 1))
		}
	}
	f.bindDots(s.Pat, q, n)
}
