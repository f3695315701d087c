package origin

import (
	"slices"

	"raido/lang/core"
)

// branches follows elements through a branch.
func (t *tracer) branches(b *core.Builder, s core.Stm, e *core.If) {
	then, els := &core.Builder{Src: b.Src}, &core.Builder{Src: b.Src}
	t.stms(then, e.Then.Stms)
	t.stms(els, e.Else.Stms)
	yes, no, pat := slices.Clone(e.Then.Result), slices.Clone(e.Else.Result), slices.Clone(s.Pat)
	for j, v := range s.Pat {
		delete(t.of, v)
		x, y := t.of[core.AsVar(yes[j])], t.of[core.AsVar(no[j])]
		switch {
		case x == nil && y == nil:
			continue
		case x == nil:
			x = t.want(then, yes[j], y)
		default:
			y = t.want(els, no[j], x)
		}
		if o := x.join(y); o != nil {
			yes, no, pat = append(yes, x.at), append(no, y.at), append(pat, t.bind(v, o.to(nil)))
		}
	}
	b.Add(pat, &core.If{Cond: e.Cond, Then: then.Body(yes...), Else: els.Body(no...)})
}

// mapped follows elements through a map: those of its operands, and those that it reads.
func (t *tracer) mapped(b *core.Builder, s core.Stm, e *core.Map) {
	n := &core.Map{W: e.W, Accs: e.Accs, Arrs: slices.Clone(e.Arrs)}
	fn := &core.Lambda{Params: slices.Clone(e.Fn.Params), Ret: slices.Clone(e.Fn.Ret)}
	for j, v := range e.Arrs {
		p := e.Fn.Params[len(e.Accs)+j]
		delete(t.of, p)
		if o := t.of[v]; o != nil && o.array {
			at := core.NewVar("from", core.I64)
			in := *o
			in.at, in.array = at, false
			t.of[p] = &in
			n.Arrs, fn.Params = append(n.Arrs, core.AsVar(o.at)), append(fn.Params, at)
		}
	}
	in := &core.Builder{Src: b.Src}
	t.stms(in, e.Fn.Body.Stms)
	res, pat := slices.Clone(e.Fn.Body.Result), slices.Clone(s.Pat)
	for j, v := range s.Pat {
		delete(t.of, v)
		if o := t.of[core.AsVar(res[j])]; o != nil && !o.array {
			res, fn.Ret = append(res, o.at), append(fn.Ret, core.I64)
			arr := *o
			arr.array = true
			pat = append(pat, t.bind(v, &arr))
		}
	}
	fn.Body, n.Fn = in.Body(res...), fn
	b.Add(pat, n)
}
