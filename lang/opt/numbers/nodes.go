package numbers

import "raido/lang/core"

// becomes reports whether a variable of a node becomes numbers there.
type becomes func(v *core.Var) bool

// values are values with numbers in the place of those of the variables that become numbers.
func (r *rewriter) values(out *core.Builder, vs []*core.Var, of []core.Atom, is becomes) (all []core.Atom) {
	for k, v := range vs {
		if is(v) {
			all = append(all, r.numbers(out, of[k])...)
		} else {
			all = append(all, of[k])
		}
	}
	return all
}

// spread are variables, of which some become numbers; join makes the arrays of these.
func (r *rewriter) spread(vs []*core.Var, is becomes) (all []*core.Var, join func(*core.Builder)) {
	of := map[*core.Var][]core.Atom{}
	for _, v := range vs {
		if !is(v) {
			all = append(all, v)
			continue
		}
		sh := shapeOf(v.Type)
		for range sh.n {
			n := core.NewVar(v.Name, core.Prim(v.Type.Elem).Of(sh.lead...))
			all, of[v] = append(all, n), append(of[v], n)
		}
	}
	return all, func(out *core.Builder) {
		for _, v := range vs {
			if n := of[v]; n != nil {
				r.array(out, v, n)
			}
		}
	}
}

// inner is a body that gives the values of vs; first is done at its start.
func (r *rewriter) inner(out *core.Builder, b core.Body, inside bool, first func(*core.Builder), vs []*core.Var, is becomes) core.Body {
	return out.Sub(func(in *core.Builder) []core.Atom {
		if first != nil {
			first(in)
		}
		r.stms(in, b, inside)
		return r.values(in, vs, b.Result, is)
	})
}

func (r *rewriter) loop(out *core.Builder, pat []*core.Var, e *core.Loop, inside bool) {
	may := carries(e, e.Params, inside)
	is := func(v *core.Var) bool { return may(v) && r.good(v) }
	n := *e
	n.Init = r.values(out, e.Params, e.Init, is)
	var join func(*core.Builder)
	n.Params, join = r.spread(e.Params, is)
	inside = within(e, inside)
	if e.Cond != nil {
		cond := r.inner(out, *e.Cond, inside, join, nil, nil)
		cond.Result = e.Cond.Result
		n.Cond = &cond
	}
	n.Body = r.inner(out, e.Body, inside, join, e.Params, is)
	results, after := r.spread(pat, is)
	out.Add(results, &n)
	after(out)
}

func (r *rewriter) branch(out *core.Builder, pat []*core.Var, e *core.If, inside bool) {
	may := carries(e, pat, inside)
	is := func(v *core.Var) bool { return may(v) && r.good(v) }
	results, after := r.spread(pat, is)
	out.Add(results, &core.If{Cond: e.Cond, Then: r.inner(out, e.Then, inside, nil, pat, is), Else: r.inner(out, e.Else, inside, nil, pat, is)})
	after(out)
}

// mapped is a map with arrays of numbers in the place of arrays of points. Rows of arrays that stay, if they become numbers, are read at the start.
func (r *rewriter) mapped(out *core.Builder, pat []*core.Var, e *core.Map, inside bool) {
	n := &core.Map{W: e.W, Accs: e.Accs, Fn: &core.Lambda{}}
	k := len(e.Accs)
	n.Fn.Params = append(n.Fn.Params, e.Fn.Params[:k]...)
	var joins []func(*core.Builder)
	for i, a := range e.Arrs {
		p := e.Fn.Params[k+i]
		all, of := []*core.Var{p}, []core.Atom{a}
		switch {
		case r.parts[a] != nil:
			var join func(*core.Builder)
			of = r.parts[a]
			all, join = r.spread([]*core.Var{p}, func(*core.Var) bool { return true })
			joins = append(joins, join)
		case r.good(p) && single(p):
			joins = append(joins, func(in *core.Builder) { r.parts[p] = r.numbers(in, p) })
		}
		n.Fn.Params = append(n.Fn.Params, all...)
		for _, a := range of {
			n.Arrs = append(n.Arrs, a.(*core.Var))
		}
	}
	first := func(in *core.Builder) {
		for _, join := range joins {
			join(in)
		}
	}
	n.Fn.Body = r.inner(out, e.Fn.Body, inside, first, pat, func(v *core.Var) bool { return r.good(v) && !single(v) })
	n.Fn.Ret = append(n.Fn.Ret, e.Fn.Ret[:k]...)
	n.Fn.Ret = append(n.Fn.Ret, core.AtomTypes(n.Fn.Body.Result[k:])...)
	results, after := r.spread(pat, func(v *core.Var) bool { return r.good(v) && !single(v) })
	out.Add(results, n)
	after(out)
}
