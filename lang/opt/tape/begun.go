package tape

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// rows is a loop that puts what it carries into the rows of an array, the first one before it, so that it has it there at the start of each
// iteration:
//
//	t = t0 with [0] = u0                                       t = t0 with [0] = u0
//	u, t = loop (u = u0, t) for i < n do         becomes       t = loop (t) for i < n do
//	  v = f u; in (v, t with [i + 1] = v)                        u = t[i]; v = f u; in (t with [i + 1] = v)
type rows struct {
	loop      *core.Loop
	param, at int // the array, and what is carried
	update    int // of the loop's body
}

// begun is what a body is whose loop, statement k, finds in such an array what it carries; not ok if there is none.
func begun(b core.Body, k int) (out core.Body, ok bool) {
	l, ok := b.Stms[k].Exp.(*core.Loop)
	if !ok || l.Cond != nil {
		return b, false
	}
	for p := range l.Params {
		r := &rows{loop: l, param: p}
		if r.find(b.Stms[:k]) {
			return r.stepping(b, k), true
		}
	}
	return b, false
}

// find fills in what is carried; before are the statements before the loop.
func (r *rows) find(before []core.Stm) bool {
	l, p := r.loop, r.loop.Params[r.param]
	body := l.Body
	r.update = slices.IndexFunc(body.Stms, func(s core.Stm) bool {
		u, ok := s.Exp.(*core.Update)
		return ok && u.Arr == p && body.Result[r.param] == core.Atom(s.Pat[0])
	})
	first := slices.IndexFunc(before, func(s core.Stm) bool { return slices.Contains(s.Pat, core.AsVar(l.Init[r.param])) })
	if r.update < 0 || first < 0 {
		return false
	}
	u := body.Stms[r.update].Exp.(*core.Update)
	start, ok := before[first].Exp.(*core.Update)
	if !ok || len(u.Idx) != 1 || len(start.Idx) != 1 || !core.IsInt(start.Idx[0], 0) || !isNext(body.Stms[:r.update], u.Idx[0], l.I) {
		return false
	}
	r.at = slices.Index(body.Result, u.Val)
	rest := core.Body{Stms: slices.Delete(slices.Clone(body.Stms), r.update, r.update+1), Result: slices.Delete(slices.Clone(body.Result), r.param, r.param+1)}
	free := core.FreeInBody(rest)
	if r.at < 0 || l.Init[r.at] != start.Val || free.Has(p) || free.Has(body.Stms[r.update].Pat[0]) {
		return false
	}
	v := l.Params[r.at]
	return !v.Type.IsScalar() && fixed(v, l.Params) && !v.Type.Within(limits.Now.PrivateBytes) && !folded(body, r.at) && stays(body, v)
}

// isNext reports whether an atom is the counter of a loop and 1.
func isNext(stms []core.Stm, a core.Atom, i *core.Var) bool {
	return slices.ContainsFunc(stms, func(s core.Stm) bool {
		e, ok := s.Exp.(*core.PrimApp)
		return ok && slices.Contains(s.Pat, core.AsVar(a)) && e.Op == prim.Add && e.T == prim.I64 && e.Args[0] == core.Atom(i) && core.IsInt(e.Args[1], 1)
	})
}

// stepping is the body with the loop that finds what it carries in the array.
func (r *rows) stepping(b core.Body, k int) core.Body {
	l, s := r.loop, b.Stms[k]
	in := &core.Builder{Src: l.Body.Stms[r.update].Src}
	in.Add([]*core.Var{l.Params[r.at]}, &core.Index{Arr: l.Params[r.param], Idx: []core.Atom{l.I}})
	in.Stms = slices.Concat(in.Stms, l.Body.Stms[:r.update], l.Body.Stms[r.update+1:], l.Body.Stms[r.update:r.update+1])
	without := func(vs []*core.Var) []*core.Var { return slices.Delete(slices.Clone(vs), r.at, r.at+1) }
	n := *l
	n.Params, n.Init = without(l.Params), slices.Delete(slices.Clone(l.Init), r.at, r.at+1)
	n.Body = core.Body{Stms: in.Stms, Result: slices.Delete(slices.Clone(l.Body.Result), r.at, r.at+1)}
	x := &core.Builder{Src: s.Src}
	x.Add(without(s.Pat), &n)
	later := core.Body{Stms: b.Stms[k+1:], Result: b.Result}
	if core.FreeInBody(later).Has(s.Pat[r.at]) {
		n := core.Atom(core.IntC(0))
		if c, ok := core.IntConst(l.Bound); ok {
			n = core.IntC(max(c, 0))
		} else {
			n = x.Prim(prim.Max, prim.I64, l.Bound, n)
		}
		ended(x, later, s.Pat[r.at], s.Pat[r.param], n)
	}
	return core.Body{Stms: slices.Concat(b.Stms[:k], x.Stms, later.Stms), Result: b.Result}
}
