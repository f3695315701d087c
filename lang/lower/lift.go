package lower

import (
	"raido/lang/core"
	"raido/lang/diag"
)

// lift makes parameters of the variables that functions use without binding them (lambda lifting); see
// Note [Recursion]. A function needs what its body uses and what the functions that it calls need, unless
// it binds that itself.
func lift(p *core.Prog) {
	if len(core.Cycles(p)) == 0 {
		return
	}
	needs := map[*core.Fun]*core.VarSet{}
	binds := map[*core.Fun]map[*core.Var]bool{}
	for _, f := range p.Funs {
		binds[f], needs[f] = boundIn(f), freeIn(f)
	}
	for again := true; again; {
		again = false
		for _, f := range p.Funs {
			for _, g := range core.Callees(f.Body) {
				for _, v := range needs[g].List {
					if !binds[f][v] && !needs[f].Has(v) {
						needs[f].Add(v)
						again = true
					}
				}
			}
		}
	}
	extra := map[*core.Fun][]*core.Var{}
	for _, f := range p.Funs {
		extra[f] = scalarsFirst(needs[f].List)
	}
	if e := p.Entry(); len(extra[e]) > 0 {
		diag.Bugf("lower: %s uses %s, which nothing binds", e.Name, extra[e][0])
	}
	for _, f := range p.Funs {
		f.Body = passOn(f.Body, extra)
	}
	for _, f := range p.Funs {
		liftFun(f, extra[f])
	}
}

// scalarsFirst puts sizes before the arrays that have them.
func scalarsFirst(vs []*core.Var) []*core.Var {
	var scalars, arrays []*core.Var
	for _, v := range vs {
		if v.Type.IsScalar() {
			scalars = append(scalars, v)
		} else {
			arrays = append(arrays, v)
		}
	}
	return append(scalars, arrays...)
}

// boundIn are all variables that a function binds.
func boundIn(f *core.Fun) map[*core.Var]bool {
	out := map[*core.Var]bool{}
	add := func(vs []*core.Var) {
		for _, v := range vs {
			out[v] = true
		}
	}
	add(f.Params)
	var body func(b core.Body) core.Body
	body = func(b core.Body) core.Body {
		for _, s := range b.Stms {
			add(s.Pat)
			s.Exp.Map(core.Mapper{
				Binder: func(v *core.Var) *core.Var { out[v] = true; return v },
				Body:   body,
				Lambda: func(l *core.Lambda) *core.Lambda { add(l.Params); body(l.Body); return l },
			})
		}
		return b
	}
	body(f.Body)
	return out
}

// freeIn are the variables that a function uses and does not bind, with the sizes of the arrays among them.
func freeIn(f *core.Fun) *core.VarSet {
	out := core.FreeInLambda(&core.Lambda{Params: f.Params, Body: f.Body})
	for _, v := range out.List {
		for _, d := range v.Type.Dims {
			if n, ok := d.(*core.Var); ok {
				out.Add(n)
			}
		}
	}
	return out
}

// passOn gives each call what the function needs.
func passOn(b core.Body, extra map[*core.Fun][]*core.Var) core.Body {
	out := core.Body{Result: b.Result}
	body := func(b core.Body) core.Body { return passOn(b, extra) }
	lambda := func(l *core.Lambda) *core.Lambda {
		return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: body(l.Body)}
	}
	for _, s := range b.Stms {
		s.Exp = s.Exp.Map(core.Mapper{Body: body, Lambda: lambda})
		if c, ok := s.Exp.(*core.Call); ok {
			c.Args = append(core.Atoms(extra[c.Fun]), c.Args...)
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// liftFun puts parameters for vs before the others.
func liftFun(f *core.Fun, vs []*core.Var) {
	if len(vs) == 0 {
		return
	}
	sub := core.NewSubst()
	params := sub.Binders(vs)
	params = append(params, sub.Binders(f.Params)...)
	body := sub.Body(f.Body)
	f.Ret = sub.Binders(f.Ret)
	f.Params, f.Body = params, body
}
