package fwd

import "raido/lang/core"

// hist: reduce_by_index.                                                 [ours]
//
//	primal   ys = reduce_by_index dest op ne is vs
//	tangent  (ys, ysDot) = reduce_by_index (zip dest destDot) (op on duals) (ne, neDot) is (zip vs vsDot)
//
// Addition is linear: ysDot = reduce_by_index destDot (+) 0 is vsDot.
func (f *fwd) Hist(s core.Stm, e *core.Hist) {
	q := len(e.Idx)
	if isAdd(e.Fn) && f.get(e.Ne[0]) == nil {
		f.histAdd(s, e)
		return
	}
	want := f.act.Which(s.Pat)
	if !anyOf(want) {
		f.keep(s)
		return
	}
	ne, vals := f.dualOperands(e.Ne, e.Vals, want)
	dest := append([]*core.Var{}, e.Dest...)
	for i, w := range want {
		if w {
			dest = append(dest, f.dotIn(e.Dest[i], q))
		}
	}
	f.bindDots(s.Pat, q, &core.Hist{W: e.W, Dest: dest, Idx: e.Idx, Vals: vals, Fn: f.dualOp(e.Fn, len(e.Ne)), Ne: ne})
}

func (f *fwd) histAdd(s core.Stm, e *core.Hist) {
	dots := f.gets([]core.Atom{e.Dest[0], e.Vals[0]})
	f.keep(s)
	if dots[1] == nil { // nothing is added to the tangent
		f.set(s.Pat[0], dots[0])
		return
	}
	f.fill(dots, e.Dest[0], e.Vals[0])
	f.set(s.Pat[0], f.lift(dots, func(b *core.Builder, d []core.Atom) core.Atom {
		return b.Let("histDot", &core.Hist{W: e.W, Dest: []*core.Var{d[0].(*core.Var)}, Idx: e.Idx,
			Vals: []*core.Var{d[1].(*core.Var)}, Fn: core.Rename(e.Fn), Ne: addZero(e.Fn)})
	}))
}
