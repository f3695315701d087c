package flat

import "raido/lang/core"

// classes are sets of variables that may share memory (union-find), with a mark on those of which some
// member is consumed. An array outside of a marked class never changes, so it may be shared and read late.
type classes struct {
	parent map[*core.Var]*core.Var
	eaten  map[*core.Var]bool // by representative, valid when built
}

func (c *classes) find(v *core.Var) *core.Var {
	for c.parent[v] != nil {
		if p := c.parent[c.parent[v]]; p != nil {
			c.parent[v] = p
		}
		v = c.parent[v]
	}
	return v
}

func (c *classes) join(v *core.Var, a core.Atom) {
	w, ok := a.(*core.Var)
	if !ok || v.Type.IsScalar() || w.Type.IsScalar() {
		return
	}
	if x, y := c.find(v), c.find(w); x != y {
		c.parent[x] = y
	}
}

// changes tells whether the array a, or an array that shares its memory, is consumed somewhere.
func (c *classes) changes(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return ok && c.eaten[c.find(v)]
}

// aliasClasses finds the classes of a program. Results of consuming nodes share memory with what they
// consume; so do the parameters of lambdas with the arrays whose rows they are.
func aliasClasses(p *core.Prog) *classes {
	c := &classes{parent: map[*core.Var]*core.Var{}, eaten: map[*core.Var]bool{}}
	var eaten []*core.Var
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			c.stm(s)
			eaten = append(eaten, core.Consumed(s.Exp)...)
		})
	}
	for _, v := range eaten {
		c.eaten[c.find(v)] = true
	}
	return c
}

func (c *classes) joinAll(vs []*core.Var, as []core.Atom) {
	for i, v := range vs {
		if i < len(as) {
			c.join(v, as[i])
		}
	}
}

func (c *classes) stm(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Use:
		c.join(s.Pat[0], e.Atom)
	case *core.Index:
		c.join(s.Pat[0], e.Arr)
	case *core.Slice:
		c.join(s.Pat[0], e.Arr)
	case *core.Rearrange:
		c.join(s.Pat[0], e.Arr)
	case *core.Reshape:
		c.join(s.Pat[0], e.Arr)
	case *core.Update:
		c.join(s.Pat[0], e.Arr)
	case *core.UpdateSlice:
		c.join(s.Pat[0], e.Arr)
	case *core.UpdateAcc:
		c.join(s.Pat[0], e.Acc)
	case *core.Scatter:
		c.joinAll(s.Pat, core.Atoms(e.Dest))
	case *core.If:
		c.joinAll(s.Pat, e.Then.Result)
		c.joinAll(s.Pat, e.Else.Result)
	case *core.Loop:
		c.joinAll(e.Params, e.Init)
		c.joinAll(e.Params, e.Body.Result)
		c.joinAll(s.Pat, core.Atoms(e.Params))
	case *core.Call:
		c.joinAll(e.Fun.Params, e.Args)
		c.joinAll(s.Pat, e.Fun.Body.Result)
	default:
		c.soac(s)
	}
}

func (c *classes) soac(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Map:
		c.joinAll(e.Fn.Params, append(core.Atoms(e.Accs), core.Atoms(e.Arrs)...))
		c.joinAll(s.Pat[:len(e.Accs)], core.Atoms(e.Accs))
	case *core.Reduce:
		c.operator(e.Fn, e.Ne, e.Arrs)
	case *core.Scan:
		c.operator(e.Fn, e.Ne, e.Arrs)
	case *core.Hist:
		c.joinAll(s.Pat, core.Atoms(e.Dest))
		c.operator(e.Fn, e.Ne, e.Vals)
		c.joinAll(e.Fn.Params, core.Atoms(e.Dest))
	case *core.WithAcc:
		for i, a := range e.Accs {
			c.join(e.Fn.Params[i], a.Arr)
			c.join(s.Pat[i], a.Arr)
		}
		c.joinAll(s.Pat, e.Fn.Body.Result)
	}
}

func (c *classes) operator(fn *core.Lambda, ne []core.Atom, arrs []*core.Var) {
	k := len(ne)
	c.joinAll(fn.Params[:k], ne)
	c.joinAll(fn.Params[k:], core.Atoms(arrs))
	c.joinAll(fn.Params[:k], fn.Body.Result)
}
