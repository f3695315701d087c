package opt

import "raido/lang/core"

// aliases puts variables that may share memory into classes (union-find), and knows which classes
// something consumes. It is coarse: an array, its views, the loop parameters it initialises and the
// lambda parameters that range over it are one class.
type aliases struct {
	parent   map[*core.Var]*core.Var
	consumed map[*core.Var]bool // by representative, after finish
	eaten    []*core.Var
}

func newAliases(f *core.Fun) *aliases {
	a := &aliases{parent: map[*core.Var]*core.Var{}, consumed: map[*core.Var]bool{}}
	core.Walk(f.Body, a.stm)
	for _, v := range a.eaten {
		a.consumed[a.find(v)] = true
	}
	return a
}

// isConsumed reports whether something consumes v or what may share its memory.
func (a *aliases) isConsumed(v *core.Var) bool { return a.consumed[a.find(v)] }

func (a *aliases) find(v *core.Var) *core.Var {
	for {
		p, ok := a.parent[v]
		if !ok {
			return v
		}
		if q, ok := a.parent[p]; ok {
			a.parent[v] = q
		}
		v = p
	}
}

func (a *aliases) join(v *core.Var, x core.Atom) {
	w, ok := x.(*core.Var)
	if !ok || w.Type.IsScalar() || v.Type.IsScalar() {
		return
	}
	if r, s := a.find(v), a.find(w); r != s {
		a.parent[r] = s
	}
}

// merge makes two variables names of one array, as a pass does.
func (a *aliases) merge(v, w *core.Var) {
	eaten := a.isConsumed(v) || a.isConsumed(w)
	a.join(v, w)
	a.consumed[a.find(v)] = eaten || a.isConsumed(v)
}

func (a *aliases) joinAll(vs []*core.Var, xs []core.Atom) {
	for i, v := range vs {
		if i < len(xs) {
			a.join(v, xs[i])
		}
	}
}

func (a *aliases) stm(s core.Stm) {
	a.eaten = append(a.eaten, core.Consumed(s.Exp)...)
	switch e := s.Exp.(type) {
	case *core.Use:
		a.join(s.Pat[0], e.Atom)
	case *core.Index:
		a.join(s.Pat[0], e.Arr)
	case *core.Slice:
		a.join(s.Pat[0], e.Arr)
	case *core.Rearrange:
		a.join(s.Pat[0], e.Arr)
	case *core.Reshape:
		a.join(s.Pat[0], e.Arr)
	case *core.If:
		a.joinAll(s.Pat, e.Then.Result)
		a.joinAll(s.Pat, e.Else.Result)
	case *core.Loop:
		a.joinAll(e.Params, e.Init)
		a.joinAll(e.Params, e.Body.Result)
		a.joinAll(s.Pat, core.Atoms(e.Params))
	case *core.Map:
		a.joinAll(e.Fn.Params, append(core.Atoms(e.Accs), core.Atoms(e.Arrs)...))
	case *core.Reduce:
		a.operator(e.Fn, e.Ne, e.Arrs)
		a.joinAll(s.Pat, e.Fn.Body.Result)
	case *core.Scan:
		a.operator(e.Fn, e.Ne, e.Arrs)
	case *core.Hist:
		a.operator(e.Fn, core.Atoms(e.Dest), e.Vals)
	case *core.WithAcc:
		a.joinAll(s.Pat, e.Fn.Body.Result)
	case *core.Diff:
		a.joinAll(e.Fn.Params, e.Args)
		a.joinAll(s.Pat, e.Fn.Body.Result)
	case *core.Call:
		for _, v := range s.Pat {
			a.joinEach(v, e.Args)
		}
		for _, x := range e.Args {
			if v, ok := x.(*core.Var); ok {
				a.eaten = append(a.eaten, v)
			}
		}
	}
}

// operator joins the parameters of an operator with what they begin with, what they range over and what becomes of them.
func (a *aliases) operator(fn *core.Lambda, first []core.Atom, arrs []*core.Var) {
	k := len(first)
	a.joinAll(fn.Params[:k], first)
	a.joinAll(fn.Params[k:], core.Atoms(arrs))
	a.joinAll(fn.Params[:k], fn.Body.Result)
}

func (a *aliases) joinEach(v *core.Var, xs []core.Atom) {
	for _, x := range xs {
		a.join(v, x)
	}
}
