package listing

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// withoutChoices makes branches of maps of one point or none, as the rule of a minimum has them:
//
//	vs = tabulate (i64.bool c) (\_ -> v); x = reduce op ne vs          x = if c then v else ne
//
// and updates of zeros into updates: zeros with [i] = zeros[i] + v is zeros with [i] = v. Checks are left out, with what is
// computed for them alone.
func withoutChoices(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		c := &chooser{funs: funs, defs: map[*core.Var]core.Exp{}, uses: map[*core.Var]int{}}
		c.note(f.Body)
		return c.body(f.Body)
	})
}

type chooser struct {
	funs map[*core.Fun]*core.Fun
	defs map[*core.Var]core.Exp
	uses map[*core.Var]int
}

func (c *chooser) note(b core.Body) {
	used := func(a core.Atom) core.Atom {
		if v, ok := a.(*core.Var); ok {
			c.uses[v]++
		}
		return a
	}
	for _, s := range b.Stms {
		for _, v := range s.Pat {
			c.defs[v] = s.Exp
		}
		s.Exp.Map(core.Mapper{Atom: used, Body: func(b core.Body) core.Body { c.note(b); return b },
			Lambda: func(l *core.Lambda) *core.Lambda { c.note(l.Body); return l }})
	}
	for _, a := range b.Result {
		used(a)
	}
}

func (c *chooser) body(b core.Body) core.Body {
	out := &core.Builder{}
	gone := map[*core.Var]core.Atom{} // sums over the one point or none, and what they are
	for _, s := range b.Stms {
		out.Src = s.Src
		e := core.Inside(s.Exp, c.body)
		switch x := e.(type) {
		case *core.Assert:
			if !x.Trace {
				continue
			}
		case *core.Call:
			n := *x
			n.Fun = c.funs[x.Fun]
			e = &n
		case *core.Map:
			if c.choice(out, b, s.Pat, x, gone) {
				continue
			}
		case *core.Reduce:
			if v, ok := gone[x.Arrs[0]]; ok {
				e = &core.Use{Atom: v}
			}
		case *core.Update:
			e = c.update(x)
		case *core.UpdateSlice:
			e = c.updateSlice(x)
		default: // written as it is
		}
		out.Add(s.Pat, e)
	}
	return out.Body(b.Result...)
}

// choice writes a map of one point or none as a branch, if all that is made of its results are sums.
func (c *chooser) choice(out *core.Builder, b core.Body, pat []*core.Var, e *core.Map, gone map[*core.Var]core.Atom) bool {
	w, ok := e.W.(*core.Var)
	if !ok || len(e.Arrs) > 0 {
		return false
	}
	if is, ok := c.defs[w].(*core.PrimApp); !ok || is.Op != prim.ToI64 || is.T != prim.Bool {
		return false
	}
	cond := c.defs[w].(*core.PrimApp).Args[0]
	k := len(e.Accs)
	x := &core.If{Cond: cond, Then: e.Fn.Body}
	in := core.NewSubst()
	for i, p := range e.Fn.Params {
		in.Vars[p] = e.Accs[i]
	}
	x.Then = in.Body(x.Then)
	x.Else.Result = core.Atoms(e.Accs)
	res := append([]*core.Var{}, pat[:k]...)
	for i, v := range pat[k:] {
		sum := c.sumOf(b, v)
		if sum == nil || c.uses[v] != 1 {
			return false
		}
		x.Else.Result = append(x.Else.Result, sum.Ne[0])
		r := core.NewVar(v.Name, e.Fn.Ret[k+i])
		gone[v], res = r, append(res, r)
	}
	out.Add(res, x)
	return true
}

// sumOf is the reduction of an array alone, among the statements of a body.
func (c *chooser) sumOf(b core.Body, v *core.Var) *core.Reduce {
	for _, s := range b.Stms {
		if e, ok := s.Exp.(*core.Reduce); ok && len(e.Arrs) == 1 && e.Arrs[0] == v {
			if a, ok := e.Ne[0].(*core.Var); !ok || place(b, a) < place(b, v) {
				return e
			}
		}
	}
	return nil
}

// place is the number of the statement of a body that binds a variable, -1 if none does.
func place(b core.Body, v *core.Var) int {
	return slices.IndexFunc(b.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
}

// update leaves out zeros that are added to.
func (c *chooser) update(e *core.Update) core.Exp {
	zeros, ok := c.defs[e.Arr].(*core.Replicate)
	v, isVar := e.Val.(*core.Var)
	if !ok || !isVar || zeros.Val != core.Atom(core.Zero(zeros.Val.AtomType().Elem)) {
		return e
	}
	add, ok := c.defs[v].(*core.PrimApp)
	if !ok || add.Op != prim.Add {
		return e
	}
	for i, a := range add.Args {
		x, ok := a.(*core.Var)
		if !ok {
			continue
		}
		if old, ok := c.defs[x].(*core.Index); ok && old.Arr == e.Arr && slices.Equal(old.Idx, e.Idx) {
			return &core.Update{Arr: e.Arr, Idx: e.Idx, Val: add.Args[1-i]}
		}
	}
	return e
}

// updateSlice does so for slices.
func (c *chooser) updateSlice(e *core.UpdateSlice) core.Exp {
	zeros, ok := c.defs[e.Arr].(*core.Replicate)
	add, isMap := c.defs[e.Val].(*core.Map)
	if !ok || !isMap || len(add.Arrs) != 2 || zeros.Val != core.Atom(core.Zero(zeros.Val.AtomType().Elem)) {
		return e
	}
	if op, ok := core.IsBinOp(add.Fn); !ok || op.Op != prim.Add {
		return e
	}
	for i, x := range add.Arrs {
		if old, ok := c.defs[x].(*core.Slice); ok && old.Arr == e.Arr && slices.Equal(old.Dims, e.Dims) {
			return &core.UpdateSlice{Arr: e.Arr, Dims: e.Dims, Val: add.Arrs[1-i]}
		}
	}
	return e
}
