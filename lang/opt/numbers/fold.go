package numbers

import (
	"slices"

	"raido/lang/core"
)

// byNumber are the operators on numbers that an operator on elements of arrays, points or numbers, comes to, one for each of its results; nil if it is another one.
func byNumber(l *core.Lambda, arrs []*core.Var) (ops []*core.Lambda) {
	n := len(l.Ret)
	for k, r := range l.Body.Result {
		own := []*core.Var{l.Params[k], l.Params[n+k]}
		if wide(arrs[k]) && !slices.Equal(shapeOf(arrs[k].Type).point, shapeOf(own[0].Type).point) {
			return nil
		}
		at := slices.IndexFunc(l.Body.Stms, func(s core.Stm) bool { return slices.Contains(core.Atoms(s.Pat), r) })
		if at < 0 {
			return nil
		}
		st := l.Body.Stms[at]
		switch e := st.Exp.(type) {
		case *core.PrimApp:
			op := &core.Lambda{Params: own, Ret: l.Ret[k : k+1], Body: core.Body{Stms: []core.Stm{st}, Result: []core.Atom{r}}}
			if !slices.Equal(e.Args, core.Atoms(own)) {
				return nil
			}
			ops = append(ops, op)
		case *core.Map:
			if len(e.Accs) > 0 || len(st.Pat) != 1 || !slices.Equal(e.Arrs, own) || !core.AllScalar(e.Fn.Ret) || !single(own[0]) {
				return nil
			}
			ops = append(ops, e.Fn)
		default:
			return nil
		}
	}
	for _, op := range ops { // nothing else of what is combined
		if slices.ContainsFunc(core.FreeInLambda(op).List, func(v *core.Var) bool { return slices.Contains(l.Params, v) }) {
			return nil
		}
	}
	return ops
}

// reduced adds a fold for each number in the place of one of lists of points that have become lists of numbers; not if one of them has not, or the operator is
// not one on numbers.
func (r *rewriter) reduced(out *core.Builder, pat []*core.Var, fn *core.Lambda, ne []core.Atom, arrs []*core.Var, fold func(op *core.Lambda, ne core.Atom, a *core.Var) core.Exp) bool {
	ops := byNumber(fn, arrs)
	if ops == nil || !slices.ContainsFunc(arrs, func(a *core.Var) bool { return r.parts[a] != nil }) ||
		slices.ContainsFunc(arrs, func(a *core.Var) bool { return wide(a) && r.parts[a] == nil }) {
		return false
	}
	for k, a := range arrs {
		if !wide(a) {
			out.Add(pat[k:k+1], fold(core.Rename(ops[k]), ne[k], a))
			continue
		}
		var n []core.Atom
		first := r.numbers(out, ne[k])
		for i, x := range r.parts[a] {
			n = append(n, out.Let(pat[k].Name, fold(core.Rename(ops[k]), first[i], x.(*core.Var))))
		}
		if r.good(pat[k]) {
			r.array(out, pat[k], n)
		} else {
			out.Add(pat[k:k+1], r.of(out, pat[k].Type, n))
		}
	}
	return true
}
