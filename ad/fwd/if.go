package fwd

import "raido/lang/core"

// branch: a conditional.                                                 [Rules, FwdIf], [Peng23, 3.2.1]
//
//	primal   y = if c then a else b
//	tangent  (y, yDot) = if c then (a, aDot) else (b, bDot)
func (f *fwd) If(s core.Stm, e *core.If) {
	want := f.act.Which(s.Pat)
	n := &core.If{Cond: e.Cond, Then: f.body(e.Then, want, both), Else: f.body(e.Else, want, both)}
	f.b.Add(append(append([]*core.Var{}, s.Pat...), f.dots(s.Pat)...), n)
}
