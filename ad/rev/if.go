package rev

import (
	"maps"
	"slices"

	"raido/lang/core"
)

// ifExp: a branch. [Rules, RevIf; Peng23, 3.2.1]
//
//	primal   ys = if c then f else g
//	forward  (ys, saved) = if c then (f, what the return sweep of f needs, nothing)
//	                            else (g, nothing, what the return sweep of g needs)
//	return   xs̅ = if c then return sweep of f else return sweep of g
//
// xs are the free variables that either branch contributes to.
func (r *rev) If(st core.Stm, e *core.If) {
	slot, s := r.emit(st), r.s
	r.push(st, func() {
		bars, any := r.adjs(st.Pat)
		if !any && !r.updatesAcc(e) {
			return
		}
		im, owned := newImports(), r.disown(bars)
		then, els := r.branch(im, e.Then, bars, owned), r.branch(im, e.Else, bars, owned)
		if len(im.vars) == 0 {
			return
		}
		thenRet := r.branchReturn(then, im)
		elseRet := r.unshared(thenRet, r.branchReturn(els, im))
		var origins [][]*core.Var
		for i := range im.vars {
			origins = append(origins, append(slices.Clone(r.origins(thenRet.Result[i])), r.origins(elseRet.Result[i])...))
		}
		p := r.planFor(nil, then.fwd.Stms, thenRet)
		q := r.planFor(nil, els.fwd.Stms, elseRet)
		thenRet, elseRet = replaced(thenRet, p.later), replaced(elseRet, q.later)
		saved, sizes := core.NewSubst(), core.NewSubst()
		var hoisted core.Builder
		hoist(&hoisted, sizes, p, q)
		maps.Copy(saved.Vars, sizes.Vars)
		extra := append(saved.Binders(p.save), saved.Binders(q.save)...)
		hoisted.Src = st.Src
		hoisted.Add(append(append([]*core.Var{}, st.Pat...), extra...), &core.If{
			Cond: e.Cond,
			Then: r.branchForward(then, e.Then, p.save, nil, q.save, sizes),
			Else: r.branchForward(els, e.Else, q.save, p.save, nil, sizes),
		})
		for i, v := range extra {
			if i < len(p.save) {
				r.isKept(p, p.save[i], v)
			} else {
				r.isKept(q, q.save[i-len(p.save)], v)
			}
		}
		s.fwd.Stms = slices.Replace(s.fwd.Stms, slot, slot+1, hoisted.Stms...)
		s.bind(extra...)
		r.joinBranches(im, &core.If{Cond: e.Cond,
			Then: saved.Body(core.Body{Stms: append(p.recomputed, thenRet.Stms...), Result: thenRet.Result}),
			Else: saved.Body(core.Body{Stms: append(q.recomputed, elseRet.Stms...), Result: elseRet.Result}),
		}, origins)
	})
}

// disown takes the ownership of arrays from the present scope and tells which it had.
func (r *rev) disown(bars []core.Atom) []bool {
	owned := make([]bool, len(bars))
	for i, a := range bars {
		if v, ok := a.(*core.Var); ok {
			owned[i] = r.fresh[v]
			delete(r.fresh, v)
		}
	}
	return owned
}

// branch runs both sweeps of one branch, which may own the adjoints of its results, and gives its scope.
func (r *rev) branch(im *imports, body core.Body, bars []core.Atom, owned []bool) *scope {
	s := r.enter(branchScope, im)
	r.forward(body.Stms)
	for i, a := range body.Result {
		if owned[i] {
			r.made(bars[i].(*core.Var))
		}
		r.contribute(a, bars[i])
	}
	r.disown(bars)
	r.unwind()
	r.leave()
	return s
}

// branchReturn closes the return sweep of a branch with the adjoints of the imports.
func (r *rev) branchReturn(s *scope, im *imports) core.Body {
	var out []core.Atom
	r.within(s, func() {
		for _, x := range im.vars {
			out = append(out, r.exported(x))
		}
	})
	return core.Needed(core.Body{Stms: s.ret.Stms, Result: out})
}

// unshared copies results of a branch that may be the same array as another result of the other branch: ys̅ itself, where
// f is x and g another variable. Else both adjoints were updated in place later, and each might be ys̅.
func (r *rev) unshared(then, els core.Body) core.Body {
	b := &core.Builder{Stms: els.Stms}
	out := slices.Clone(els.Result)
	for j, a := range els.Result {
		for i, c := range then.Result {
			if i != j && slices.ContainsFunc(r.origins(a), func(v *core.Var) bool { return slices.Contains(r.origins(c), v) }) {
				out[j] = b.Let("own", &core.Copy{Arr: a.(*core.Var)})
				break
			}
		}
	}
	return b.Body(out...)
}

// origins are the arrays that an adjoint may be.
func (r *rev) origins(a core.Atom) []*core.Var {
	v, ok := a.(*core.Var)
	switch {
	case !ok || v.Type.IsScalar() || v.Type.IsAcc():
		return nil
	case r.either[v] != nil:
		return r.either[v]
	}
	return []*core.Var{v}
}

// branchForward is the forward sweep of a branch: its results, what it saves, and in the places of what the
// other branch saves, given before or after, nothing.
func (r *rev) branchForward(s *scope, body core.Body, save, before, after []*core.Var, sizes *core.Subst) core.Body {
	stms, copies := r.withCopies(s.fwd.Stms, save)
	b := &core.Builder{Stms: stms}
	out := append([]core.Atom{}, body.Result...)
	out = append(out, nothings(b, before, sizes)...)
	out = append(out, copies.Atoms(core.Atoms(save))...)
	out = append(out, nothings(b, after, sizes)...)
	return b.Body(out...)
}

// nothings are values of the types of variables, where the sizes among the variables are 0 and the others are
// known.
func nothings(b *core.Builder, vs []*core.Var, sizes *core.Subst) []core.Atom {
	zero := core.NewSubst()
	maps.Copy(zero.Vars, sizes.Vars)
	var out []core.Atom
	for _, v := range vs {
		if v.Type.IsScalar() {
			zero.Vars[v] = core.Zero(v.Type.Elem)
			out = append(out, zero.Vars[v])
			continue
		}
		t := zero.Type(v.Type)
		out = append(out, b.Let(v.Name, &core.Scratch{Elem: t.Elem, Dims: t.Dims}))
	}
	return out
}

// joinBranches emits the return sweep's branch and makes its results the adjoints of the imports, which may be the
// arrays of origins.
func (r *rev) joinBranches(im *imports, e *core.If, origins [][]*core.Var) {
	var pat []*core.Var
	for _, x := range im.vars {
		t := x.Type
		if in := im.in[x]; in != nil {
			t = in.AtomType()
		}
		pat = append(pat, core.NewVar(x.Name+"Bar", t))
	}
	r.b().Add(pat, e)
	for i, v := range pat {
		if len(origins[i]) > 0 {
			r.either[v] = origins[i]
		}
	}
	for i, x := range im.vars {
		ent := r.entry(x)
		switch {
		case pat[i].Type.IsAcc():
			ent.acc = pat[i]
		case im.in[x] == nil:
			r.contribute(x, r.made(pat[i]))
		default:
			ent.taken(pat[i])
		}
	}
}
