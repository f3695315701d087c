package fwd

import "raido/lang/core"

// scan: with an associative operator.                                    [ours]
//
//	primal   ys = scan op ne xs
//	tangent  (ys, ysDot) = scan (op on duals) (ne, neDot) (zip xs xsDot)
//
// As reduce; the tangent of a sum of prefixes is ysDot = scan (+) 0 xsDot.
func (f *fwd) Scan(s core.Stm, e *core.Scan) {
	if isAdd(e.Fn) && f.get(e.Ne[0]) == nil {
		f.keep(s)
		f.set(s.Pat[0], f.linear(e.Arrs[0], func(b *core.Builder, d core.Atom) core.Atom {
			return b.Let("scanDot", &core.Scan{W: e.W, Fn: core.Rename(e.Fn), Ne: addZero(e.Fn), Arrs: []*core.Var{d.(*core.Var)}})
		}))
		return
	}
	want := f.act.Which(s.Pat)
	if !anyOf(want) {
		f.keep(s)
		return
	}
	ne, arrs := f.dualOperands(e.Ne, e.Arrs, want)
	f.bindDots(s.Pat, 1, &core.Scan{W: e.W, Fn: f.dualOp(e.Fn, len(e.Ne)), Ne: ne, Arrs: arrs})
}
