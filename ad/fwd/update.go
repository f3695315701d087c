package fwd

import "raido/lang/core"

// update: an in-place write.                                             [ours]
//
//	primal   ys = xs with [i..] = v
//	tangent  ysDot = xsDot with [i..] = vDot
//
// It consumes xsDot as the primal consumes xs: linear in both, since it is replacement.
func (f *fwd) Update(s core.Stm, e *core.Update) {
	dots := f.gets([]core.Atom{e.Arr, e.Val})
	f.keep(s)
	if none(dots) {
		return
	}
	f.fill(dots, e.Arr, e.Val)
	f.set(s.Pat[0], f.lift(dots, func(b *core.Builder, d []core.Atom) core.Atom {
		v := d[1]
		if v == nil {
			v = core.Zero(e.Arr.Type.Elem)
		}
		return b.Let("upDot", &core.Update{Arr: d[0].(*core.Var), Idx: e.Idx, Val: v})
	}))
}

// fill spells out the zero of a destination, and of a value that is an array.
func (f *fwd) fill(dots []core.Atom, arr *core.Var, val core.Atom) {
	if dots[0] == nil {
		dots[0] = f.b.ZeroOf(f.dotType(arr.Type))
	}
	if dots[1] == nil && !val.AtomType().IsScalar() {
		dots[1] = f.b.ZeroOf(f.dotType(val.AtomType()))
	}
}

// updateSlice: the same for a part.
func (f *fwd) UpdateSlice(s core.Stm, e *core.UpdateSlice) {
	dots := f.gets([]core.Atom{e.Arr, e.Val})
	f.keep(s)
	if none(dots) {
		return
	}
	f.fill(dots, e.Arr, e.Val)
	n := &core.UpdateSlice{Arr: dots[0].(*core.Var), Dims: f.seedSlice(e.Dims), Val: dots[1].(*core.Var)}
	f.set(s.Pat[0], f.b.Let("upDot", n))
}
