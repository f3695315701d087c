package fwd

import "raido/lang/core"

// loop: for and while.                                                   [Rules, FwdLoop]
//
//	primal   y = loop x = x0 for i < n do e
//	tangent  (y, yDot) = loop (x, xDot) = (x0, x0Dot) for i < n do (e, eDot)
//
// Only parameters that may have a tangent get one; the condition of a while loop sees primal values.
func (f *fwd) Loop(s core.Stm, e *core.Loop) {
	n := &core.Loop{I: e.I, Bound: e.Bound, Cond: e.Cond, Attrs: e.Attrs}
	n.Init = append(n.Init, e.Init...)
	for i, p := range e.Params {
		if f.act.Has(p) {
			n.Init = append(n.Init, f.dotOrZero(e.Init[i]))
		}
	}
	n.Params = append(append(n.Params, e.Params...), f.dots(e.Params)...)
	n.Body = f.body(e.Body, f.act.Which(e.Params), both)
	f.b.Add(append(append([]*core.Var{}, s.Pat...), f.dots(s.Pat)...), n)
}
