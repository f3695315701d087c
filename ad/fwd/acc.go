package fwd

import (
	"raido/lang/core"
	"raido/lang/diag"
)

// withAcc: accumulators that add.                                        [Acc], [ours]
//
//	primal   (xs', y) = with_acc xs (\c -> e)
//	tangent  (xs', xsDot', y, yDot) = with_acc xs xsDot (\c cDot -> (e, eDot))
//
// Addition is linear, so the tangents accumulate apart from the values.
func (f *fwd) WithAcc(s core.Stm, e *core.WithAcc) {
	k := len(e.Accs)
	n := &core.WithAcc{Accs: append([]core.AccInput{}, e.Accs...), Fn: &core.Lambda{}}
	for i, in := range e.Accs {
		if !f.act.Has(e.Fn.Params[i]) {
			continue
		}
		if !isAdd(in.Op) {
			diag.Bugf("fwd: an accumulator with another operator than addition")
		}
		c := core.NewCert()
		f.certs[in.Cert] = c
		n.Accs = append(n.Accs, core.AccInput{Arr: f.dotIn(in.Arr, in.Arr.Type.Rank()), Op: core.Rename(in.Op), Ne: in.Ne, Cert: c})
	}
	n.Fn.Params = append(append(n.Fn.Params, e.Fn.Params...), f.dots(e.Fn.Params)...)
	want := f.act.Which(s.Pat)
	n.Fn.Ret = f.withDots(e.Fn.Ret, want, k)
	n.Fn.Body = f.body(e.Fn.Body, want, func(res, dots []core.Atom) []core.Atom { return interleave(res, dots, want, k) })
	f.bind(s.Pat, k, n, func(i int) int {
		if i < k { // arrays of accumulators have the seed dimension innermost
			return s.Pat[i].Type.Rank()
		}
		return 0
	})
}

// updateAcc: one contribution.                                           [Acc], [ours]
//
//	primal   c' = update_acc c i v
//	tangent  cDot' = update_acc cDot i vDot
func (f *fwd) UpdateAcc(s core.Stm, e *core.UpdateAcc) {
	f.keep(s)
	if !f.act.Has(s.Pat[0]) {
		return
	}
	acc, val := f.get(e.Acc), f.get(e.Val)
	if val != nil {
		if v, ok := val.(*core.Var); ok {
			val = f.moveIn(v, e.Val.AtomType().Rank())
		}
		acc = f.b.Let("accDot", &core.UpdateAcc{Acc: acc.(*core.Var), Idx: e.Idx, Val: val})
	}
	f.set(s.Pat[0], acc)
}
