package rev

import "raido/lang/core"

// update: one element or subarray replaced. [ours]
//
//	primal   ys = xs with [is] = v          consumes xs
//	return   v̅ += ys̅[is]
//	         xs̅ = ys̅ with [is] = 0          in place: the adjoint of ys is not needed any more, that of xs is zero so far
//
// The return sweep does not read xs or ys, so an update costs as much in the return sweep as in the primal.
func (r *rev) Update(st core.Stm, e *core.Update) {
	r.simple(st, func(yBar core.Atom) {
		b, bar := r.b(), r.own1(yBar.(*core.Var))
		if r.facts.isActive(e.Val) {
			vBar := b.Index(bar, e.Idx...)
			if !vBar.Type.IsScalar() {
				vBar = r.made(b.Let(vBar.Name, &core.Copy{Arr: vBar}))
			}
			r.contribute(e.Val, vBar)
		}
		zero := b.ZeroOf(bar.Type.Drop(len(e.Idx)))
		r.contribute(e.Arr, r.made(b.Let(bar.Name, &core.Update{Arr: bar, Idx: e.Idx, Val: zero})))
	})
}

// updateSlice: a regular part replaced. [ours]
//
//	primal   ys = xs with [s : n : d] = vs
//	return   vs̅ += ys̅[s : n : d];  xs̅ = ys̅ with [s : n : d] = 0
func (r *rev) UpdateSlice(st core.Stm, e *core.UpdateSlice) {
	r.simple(st, func(yBar core.Atom) {
		b, bar := r.b(), r.own1(yBar.(*core.Var))
		if r.facts.isActive(e.Val) {
			part := b.Let("part", &core.Slice{Arr: bar, Dims: e.Dims})
			r.contribute(e.Val, r.made(b.Let("part", &core.Copy{Arr: part})))
		}
		zero := b.ZeroOf(e.Val.Type).(*core.Var)
		r.contribute(e.Arr, r.made(b.Let(bar.Name, &core.UpdateSlice{Arr: bar, Dims: e.Dims, Val: zero})))
	})
}
