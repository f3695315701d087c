package rev

import "raido/lang/core"

// custom: a function with an adjoint of its own. [ours]
//
//	primal   ys = f xs
//	return   xs̅ += f' ys ys̅
//
// The forward sweep keeps the rule, so that a derivative of the result uses it too. What f does with its free
// variables is the user's affair: they get no adjoint.
func (r *rev) custom(st core.Stm, e *core.Diff) {
	r.emit(st)
	r.push(st, func() {
		bars, any := r.adjs(st.Pat)
		if !any {
			return
		}
		r.disown(bars)
		b := r.b()
		for i, v := range st.Pat {
			if bars[i] == nil {
				bars[i] = b.ZeroOf(v.Type)
			}
		}
		for i, c := range b.Inline(e.Rule, append(core.Atoms(st.Pat), bars...)...) {
			r.contribute(e.Args[i], c)
		}
	})
}
