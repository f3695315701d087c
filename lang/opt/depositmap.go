package opt

import (
	"slices"

	"raido/lang/core"
)

// upward moves the map at j, which only adds up a result of another one that nothing else uses, up into that one, and gives the place of both:
//
//	xs, ys = map f as                                     acc', ys = map (acc; is, as) (\acc i a -> let x, y = f a
//	zs = zs with [l : n] = ys               becomes                                     in (update_acc acc [i] x, y))
//	acc' = map (acc; is, xs) add                          zs = zs with [l : n] = ys
//
// where something between them needs the other results, so that it is no map that could move down (Fuse). If a with_acc makes xs beside its sums, the map moves
// into that. -1 if there is no such map.
func (d *depositor) upward(b *core.Body, j int) int {
	c, ok := b.Stms[j].Exp.(*core.Map)
	if !ok || len(c.Accs) == 0 || len(c.Accs) != len(c.Fn.Ret) || !onlyAdds(c.Fn.Body) {
		return -1
	}
	for _, x := range c.Arrs {
		i := slices.IndexFunc(b.Stms[:j], func(s core.Stm) bool { return slices.Contains(s.Pat, x) })
		if i < 0 || usedBeside(*b, x, j) || core.FreeInLambda(c.Fn).Has(x) {
			continue
		}
		p, isMap := b.Stms[i].Exp.(*core.Map)
		if isMap && p.W != c.W || !d.extra(b.Stms[i].Exp, slices.Index(b.Stms[i].Pat, x)) {
			continue
		}
		var indices, between []core.Stm
		for _, s := range b.Stms[i+1 : j] {
			if _, ok := s.Exp.(*core.Iota); ok && slices.Contains(c.Arrs, s.Pat[0]) {
				indices = append(indices, s)
			} else {
				between = append(between, s)
			}
		}
		if !needs(append(slices.Clone(indices), b.Stms[j]), append(between, b.Stms[i]), x) {
			join := within
			if isMap {
				join = joined
			}
			b.Stms = slices.Concat(b.Stms[:i], indices, []core.Stm{join(b.Stms[i], b.Stms[j], x)}, between, b.Stms[j+1:])
			return i
		}
	}
	return -1
}

// onlyAdds reports whether code does nothing but add to accumulators.
func onlyAdds(b core.Body) bool {
	return !slices.ContainsFunc(b.Stms, func(s core.Stm) bool {
		switch e := s.Exp.(type) {
		case *core.UpdateAcc:
			return false
		case *core.PrimApp:
			return e.MayFail()
		default: // may fail, or is work
			return true
		}
	})
}

// needs reports whether some statements use what others bind, but for x.
func needs(stms, others []core.Stm, x *core.Var) bool {
	return slices.ContainsFunc(others, func(o core.Stm) bool {
		return slices.ContainsFunc(o.Pat, func(v *core.Var) bool {
			return v != x && slices.ContainsFunc(stms, func(s core.Stm) bool { return core.FreeInStm(s).Has(v) })
		})
	})
}

// joined is the map p that does also what c does with its result x, which is none any more.
func joined(ps, cs core.Stm, x *core.Var) core.Stm {
	p, c := ps.Exp.(*core.Map), cs.Exp.(*core.Map)
	k, l, at := len(c.Accs), len(p.Accs), slices.Index(ps.Pat, x)
	n := &core.Map{W: p.W, Accs: slices.Concat(p.Accs, c.Accs), Arrs: slices.Clone(p.Arrs), Fn: &core.Lambda{
		Params: slices.Concat(p.Fn.Params[:l], c.Fn.Params[:k], p.Fn.Params[l:]),
		Ret:    slices.Delete(slices.Insert(slices.Clone(p.Fn.Ret), l, c.Fn.Ret...), k+at, k+at+1)}}
	sub := core.NewSubst()
	for m, a := range c.Arrs {
		if v := c.Fn.Params[k+m]; a == x {
			sub.Vars[v] = p.Fn.Body.Result[at]
		} else {
			n.Arrs, n.Fn.Params = append(n.Arrs, a), append(n.Fn.Params, v)
		}
	}
	body := sub.Body(c.Fn.Body)
	n.Fn.Body = core.Body{Stms: slices.Concat(p.Fn.Body.Stms, body.Stms),
		Result: slices.Delete(slices.Insert(slices.Clone(p.Fn.Body.Result), l, body.Result...), k+at, k+at+1)}
	return core.Stm{Pat: slices.Delete(slices.Insert(slices.Clone(ps.Pat), l, cs.Pat...), k+at, k+at+1), Exp: n, Src: ps.Src}
}

// within is the with_acc ps in which the map cs adds up its result x, which is none any more.
func within(ps, cs core.Stm, x *core.Var) core.Stm {
	w, c, at := ps.Exp.(*core.WithAcc), cs.Exp.(*core.Map), slices.Index(ps.Pat, x)
	sub := core.NewSubst()
	sub.Vars[x] = w.Fn.Body.Result[at]
	b := &core.Builder{Src: cs.Src, Stms: slices.Clone(w.Fn.Body.Stms)}
	accs := core.Atoms(b.Bind("acc", sub.Exp(c)))
	fn := &core.Lambda{Params: w.Fn.Params, Ret: append(slices.Delete(slices.Clone(w.Fn.Ret), at, at+1), c.Fn.Ret...),
		Body: b.Body(append(slices.Delete(slices.Clone(w.Fn.Body.Result), at, at+1), accs...)...)}
	return core.Stm{Pat: append(slices.Delete(slices.Clone(ps.Pat), at, at+1), cs.Pat...), Exp: &core.WithAcc{Accs: w.Accs, Fn: fn}, Src: ps.Src}
}
