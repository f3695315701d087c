package tape

import (
	"slices"

	"raido/lang/core"
)

// left are the elements of a list for dimensions of the tape from one on that stay.
func left[T any](t *tape, xs []T, from int) (out []T) {
	for i, x := range xs {
		if _, gone := t.drop[from+i]; !gone {
			out = append(out, x)
		}
	}
	return out
}

func (t *tape) like(v *core.Var) *core.Var {
	return core.NewVar(v.Name, core.Prim(v.Type.Elem).Of(left(t, v.Type.Dims, 0)...))
}

// rewritten are the statements with the thin tape.
func (t *tape) rewritten(stms []core.Stm) []core.Stm {
	out := slices.Clone(stms)
	made, all := t.like(stms[t.made].Pat[0]), t.like(t.all)
	out[t.made].Pat = []*core.Var{made}
	out[t.made].Exp = &core.Scratch{Elem: made.Type.Elem, Dims: made.Type.Dims}
	l := *stms[t.loop].Exp.(*core.Loop)
	l.Params, l.Init = slices.Clone(l.Params), slices.Clone(l.Init)
	l.Params[t.param], l.Init[t.param] = t.like(l.Params[t.param]), made
	l.Body = t.saving(&l)
	out[t.loop].Exp = &l
	out[t.loop].Pat = slices.Clone(stms[t.loop].Pat)
	out[t.loop].Pat[t.param] = all
	later := out[t.loop+1:]
	out = out[: t.loop+1 : t.loop+1]
	for _, s := range later {
		out = append(out, t.reading(s, all)...)
	}
	return out
}

// saving is the body of a loop that saves what is left of a row.
func (t *tape) saving(l *core.Loop) core.Body {
	b := core.Body{Stms: slices.Clone(l.Body.Stms), Result: slices.Clone(l.Body.Result)}
	var perm, rest []int
	var at, dims []core.Atom
	for d, n := range t.val.Type.Dims {
		x, gone := t.drop[d+1]
		switch {
		case gone && x == nil:
			perm, at = append(perm, d), append(at, l.I)
		case gone:
			perm, at = append(perm, d), append(at, x)
		default:
			rest, dims = append(rest, d), append(dims, n)
		}
	}
	perm = append(perm, rest...)
	src := b.Stms[t.update].Src
	var turned []core.Atom
	for _, d := range perm {
		turned = append(turned, t.val.Type.Dims[d])
	}
	from, made := t.val, []core.Stm{}
	if !slices.IsSorted(perm) {
		from = core.NewVar(t.val.Name, core.Prim(t.val.Type.Elem).Of(turned...))
		made = append(made, core.Stm{Pat: []*core.Var{from}, Exp: &core.Rearrange{Perm: perm, Arr: t.val}, Src: src})
	}
	part := core.NewVar(t.val.Name, core.Prim(t.val.Type.Elem).Of(dims...))
	made = append(made, core.Stm{Pat: []*core.Var{part}, Exp: &core.Index{Arr: from, Idx: at}, Src: src})
	next := t.like(b.Stms[t.update].Pat[0])
	made = append(made, core.Stm{Pat: []*core.Var{next}, Exp: &core.Update{Arr: l.Params[t.param], Idx: []core.Atom{l.I}, Val: part}, Src: src})
	b.Result[t.param] = next
	b.Stms = slices.Concat(b.Stms[:t.update], made, b.Stms[t.update+1:])
	return b
}

// reading is statements in the place of one, with what it reads of the thin tape.
func (t *tape) reading(s core.Stm, all *core.Var) []core.Stm {
	if r := t.view(s); r != nil {
		if !t.ends[s.Pat[0]] {
			return nil
		}
		b := &core.Builder{}
		b.Src = s.Src
		b.Add(s.Pat, t.part(b, r, all))
		return b.Body().Stms
	}
	body := func(b core.Body) core.Body {
		out := core.Body{Result: b.Result}
		for _, s := range b.Stms {
			out.Stms = append(out.Stms, t.reading(s, all)...)
		}
		return out
	}
	s.Exp = core.Inside(s.Exp, body)
	return []core.Stm{s}
}

// part is a part of the thin tape.
func (t *tape) part(b *core.Builder, r *read, all *core.Var) core.Exp {
	kept := map[int]int{} // the dimensions that stay, and which they are of the thin tape
	for d := range r.at {
		if _, gone := t.drop[d]; !gone {
			kept[d] = len(kept)
		}
	}
	var perm []int
	var idx []core.Atom
	for d, a := range r.at {
		if k, ok := kept[d]; ok && a != nil {
			perm, idx = append(perm, k), append(idx, a)
		}
	}
	for _, d := range r.order {
		perm = append(perm, kept[d])
	}
	if !slices.IsSorted(perm) {
		all = b.Let(all.Name, &core.Rearrange{Perm: perm, Arr: all})
	}
	return &core.Index{Arr: all, Idx: idx}
}
