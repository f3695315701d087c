package ad

import (
	"raido/lang/core"
	"raido/lang/opt"
)

// Note [Derivatives of derivatives]. A rule writes down more than is needed: what is zero, what it computes again beside
// the primal value, what nobody reads. Each derivative of such code is two to three times as long, the k-th one as many
// to the power of k. What is needed of it is much less: the k-th derivative in forward mode has the terms of a Taylor series, about
// k^2 of each operator. So a function that is itself a derivative of second order or higher is simplified before it is
// differentiated: what is computed twice is recognised at each level, while it is short.

// tidied is a function after simplification, where that may be done apart from the code around it.
func tidied(l *core.Lambda) *core.Lambda {
	if len(core.Callees(l.Body)) > 0 {
		return l
	}
	free := core.FreeInLambda(l).List
	f := &core.Fun{Name: "derivative", Params: append(append([]*core.Var{}, free...), l.Params...), Body: l.Body}
	for _, p := range f.Params {
		if p.Type.IsAcc() {
			return l
		}
	}
	for _, t := range l.Ret {
		f.Ret = append(f.Ret, core.NewVar("r", t))
	}
	p := &core.Prog{Funs: []*core.Fun{f}}
	for _, pass := range []func(*core.Prog) *core.Prog{opt.Simplify, opt.DCE, opt.CSE, opt.Simplify, opt.DCE} {
		p = pass(p)
	}
	return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: p.Entry().Body}
}
