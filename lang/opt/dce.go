package opt

import "raido/lang/core"

// DCE drops what neither a result nor an Assert needs: statements, and results and parameters of If,
// Loop, Map, Reduce, Scan, Scatter and WithAcc. It marks from the roots along dependencies, once for each variable, so
// that even loop parameters that only feed themselves go. Functions that nothing calls go too.
func DCE(p *core.Prog) *core.Prog {
	return reachable(core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		d := &dce{live: map[*core.Var]bool{}, def: map[*core.Var]*site{}, forced: map[*core.Stm]bool{}, funs: funs}
		d.index(f.Body, nil)
		d.atoms(f.Body.Result)
		for _, v := range f.Ret {
			d.typ(v.Type)
		}
		d.run()
		return d.body(f.Body, nil)
	}))
}

// reachable is the program without the functions that the entry does not reach.
func reachable(p *core.Prog) *core.Prog {
	used := map[*core.Fun]bool{p.Entry(): true}
	for work := []*core.Fun{p.Entry()}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, g := range core.Callees(f.Body) {
			if !used[g] {
				used[g] = true
				work = append(work, g)
			}
		}
	}
	out := &core.Prog{}
	for _, f := range p.Funs {
		if used[f] {
			out.Funs = append(out.Funs, f)
		}
	}
	return out
}

// site is where a variable is bound: result i of a statement, or (param) parameter i of its
// expression's loop or lambda.
type site struct {
	stm   *core.Stm
	i     int
	param bool
}

type dce struct {
	live   map[*core.Var]bool
	def    map[*core.Var]*site
	forced map[*core.Stm]bool // statements that must stay: live, or with an Assert inside
	work   []*core.Var
	funs   map[*core.Fun]*core.Fun
}

// enclosing is a statement around a body, and what is around that.
type enclosing struct {
	stm *core.Stm
	up  *enclosing
}

// index finds the sites of all binders, and the roots: Assert and what is around it.
func (d *dce) index(b core.Body, around *enclosing) {
	for i := range b.Stms {
		s := &b.Stms[i]
		for j, v := range s.Pat {
			d.def[v] = &site{s, j, false}
		}
		d.params(s)
		if e, ok := s.Exp.(*core.Assert); ok {
			d.atom(e.Cond)
			d.atoms(e.Args)
			for o := around; o != nil; o = o.up {
				d.force(o.stm)
				d.operator(o.stm)
			}
		}
		inner := &enclosing{s, around}
		s.Exp.Map(core.Mapper{
			Body:   func(b core.Body) core.Body { d.index(b, inner); return b },
			Lambda: func(l *core.Lambda) *core.Lambda { d.index(l.Body, inner); return l },
		})
	}
}

func (d *dce) params(s *core.Stm) {
	var ps []*core.Var
	switch e := s.Exp.(type) {
	case *core.Loop:
		ps = e.Params
	case *core.Map:
		ps = e.Fn.Params
	case *core.WithAcc:
		ps = e.Fn.Params
	case *core.Reduce:
		ps = e.Fn.Params
	case *core.Scan:
		ps = e.Fn.Params
	default: // binds no parameters that could go
	}
	for i, p := range ps {
		d.def[p] = &site{s, i, true}
	}
}

func (d *dce) atom(a core.Atom) {
	if v, ok := a.(*core.Var); ok && !d.live[v] {
		d.live[v] = true
		d.work = append(d.work, v)
	}
}

func (d *dce) atoms(as []core.Atom) {
	for _, a := range as {
		d.atom(a)
	}
}

func (d *dce) typ(t core.Type) { d.atoms(t.Dims) }

func (d *dce) run() {
	for len(d.work) > 0 {
		v := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		d.typ(v.Type)
		if s := d.def[v]; s != nil {
			d.force(s.stm)
			d.needs(s)
		}
	}
}

// force keeps a statement: what it needs whichever of its results are live.
func (d *dce) force(s *core.Stm) {
	if d.forced[s] {
		return
	}
	d.forced[s] = true
	switch e := s.Exp.(type) {
	case *core.If:
		d.atom(e.Cond)
	case *core.Loop:
		if e.Cond != nil {
			d.atoms(e.Cond.Result)
		} else {
			d.atom(e.Bound)
		}
	case *core.Map:
		d.atom(e.W)
	case *core.Reduce:
		d.atom(e.W)
	case *core.Scan:
		d.atom(e.W)
	case *core.Scatter:
		d.atom(e.W)
		d.atoms(core.Atoms(e.Idx))
	case *core.WithAcc:
	default: // all results stay, live or not
		for _, v := range s.Pat {
			d.typ(v.Type)
		}
		e.Map(core.Mapper{
			Atom:   func(a core.Atom) core.Atom { d.atom(a); return a },
			Lambda: func(l *core.Lambda) *core.Lambda { d.whole(l); return l },
		})
	}
}

// whole marks all results of a lambda, and the types of its parameters, which stay.
func (d *dce) whole(l *core.Lambda) {
	for _, p := range l.Params {
		d.typ(p.Type)
	}
	for _, t := range l.Ret {
		d.typ(t)
	}
	d.atoms(l.Body.Result)
}

// needs marks what one result or parameter depends on.
func (d *dce) needs(s *site) {
	switch e := s.stm.Exp.(type) {
	case *core.If:
		d.atom(e.Then.Result[s.i])
		d.atom(e.Else.Result[s.i])
	case *core.Loop:
		d.atom(e.Params[s.i])
		d.atom(e.Init[s.i])
		d.atom(e.Body.Result[s.i])
	case *core.Map:
		if s.param {
			d.operand(e, s.i)
			return
		}
		d.typ(e.Fn.Ret[s.i])
		d.atom(e.Fn.Body.Result[s.i])
		if s.i < len(e.Accs) {
			d.atom(e.Fn.Params[s.i])
		}
	case *core.Scatter:
		d.atom(e.Dest[s.i])
		d.atom(e.Vals[s.i])
	case *core.WithAcc:
		d.withAcc(e, s)
	case *core.Reduce:
		d.component(s, e.Fn, e.Ne, e.Arrs)
	case *core.Scan:
		d.component(s, e.Fn, e.Ne, e.Arrs)
	default: // all of its results stay: the walk has marked the operands
	}
}

// component marks all of the component of a Reduce or Scan that a result or parameter belongs to.
func (d *dce) component(s *site, op *core.Lambda, ne []core.Atom, arrs []*core.Var) {
	k := len(arrs)
	i := s.i % k
	d.typ(s.stm.Pat[i].Type)
	d.typ(op.Ret[i])
	d.atoms([]core.Atom{op.Params[i], op.Params[i+k], op.Body.Result[i], ne[i], arrs[i]})
}

// operator marks all components of a Reduce or Scan, in whose operator is an Assert.
func (d *dce) operator(s *core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Reduce:
		d.atoms(core.Atoms(e.Fn.Params))
	case *core.Scan:
		d.atoms(core.Atoms(e.Fn.Params))
	default: // no operator on components
	}
}

// operand marks the operand of parameter i of a map's lambda.
func (d *dce) operand(e *core.Map, i int) {
	if k := len(e.Accs); i >= k {
		d.atom(e.Arrs[i-k])
		return
	}
	d.atom(e.Accs[i])
	d.atom(e.Fn.Body.Result[i])
}

func (d *dce) withAcc(e *core.WithAcc, s *site) {
	d.typ(e.Fn.Ret[s.i])
	d.atom(e.Fn.Body.Result[s.i])
	if s.i < len(e.Accs) {
		in := e.Accs[s.i]
		d.atom(in.Arr)
		d.atom(in.Ne)
		d.whole(in.Op)
		d.atom(e.Fn.Params[s.i])
	}
}
