package fwd

import "raido/lang/core"

// mapSoac: a map, with or without accumulators.                          [Rules, FwdMap]
//
//	primal   ys = map (\x -> e) xs
//	tangent  (ys, ysDot) = map (\x xDot -> (e, eDot)) xs xsDot
//
// Free variables keep their tangents inside, so they need nothing. Accumulators are followed by those of
// their tangents.
func (f *fwd) Map(s core.Stm, e *core.Map) {
	k := len(e.Accs)
	accs, arrs := e.Fn.Params[:k], e.Fn.Params[k:]
	n := &core.Map{W: e.W, Accs: append([]*core.Var{}, e.Accs...), Arrs: append([]*core.Var{}, e.Arrs...), Fn: &core.Lambda{}}
	for i, p := range accs {
		if f.act.Has(p) {
			n.Accs = append(n.Accs, f.arr(e.Accs[i]))
		}
	}
	for i, p := range arrs {
		if f.act.Has(p) {
			n.Arrs = append(n.Arrs, f.dotIn(e.Arrs[i], 1))
		}
	}
	ps := append(append([]*core.Var{}, accs...), f.dots(accs)...)
	n.Fn.Params = append(append(ps, arrs...), f.dots(arrs)...)
	want := f.act.Which(s.Pat)
	n.Fn.Ret = f.withDots(e.Fn.Ret, want, k)
	n.Fn.Body = f.body(e.Fn.Body, want, func(res, dots []core.Atom) []core.Atom { return interleave(res, dots, want, k) })
	f.bind(s.Pat, k, n, func(i int) int {
		if i < k {
			return 0
		}
		return 1
	})
}

// interleave puts the first k results, their tangents, the other results, their tangents.
func interleave[T any](res, dots []T, want []bool, k int) []T {
	nacc := 0
	for _, w := range want[:k] {
		if w {
			nacc++
		}
	}
	out := append(append([]T{}, res[:k]...), dots[:nacc]...)
	return append(append(out, res[k:]...), dots[nacc:]...)
}

// withDots are result types with those of the wanted tangents, interleaved.
func (f *fwd) withDots(ts []core.Type, want []bool, k int) []core.Type {
	var dots []core.Type
	for i, t := range ts {
		if want[i] {
			dots = append(dots, f.dotType(t))
		}
	}
	return interleave(ts, dots, want, k)
}
