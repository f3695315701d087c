package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// loopSum: a loop that does nothing but add to its parameters. [ours]
//
//	primal   ss = loop ss = inits for i < n do map2 (+) ss (f i)
//	return   inits̅ += ss̅;  the return sweep of  map f (iota n)  with ss̅ as the adjoint of each result
//
// since the derivative of ss by every f i is one, whatever ss is: no tape, and iterations that do not wait for
// each other. f i may be added in several places, in branches and in loops inside: what an expression adds to a
// parameter is the expression with 0 for that parameter.
func (r *rev) loopSum(st core.Stm, e *core.Loop, fn *core.Lambda) {
	r.emit(st)
	r.pull(st, func(bars []core.Atom) {
		b, n := r.b(), e.Bound
		if !isSize(n, fn) {
			n = b.Prim(prim.Max, prim.I64, n, core.IntC(0))
		}
		is := b.Let("is", &core.Iota{N: n, Start: core.IntC(0), Step: one64, T: prim.I64})
		r.facts.counts[is] = true
		each := make([]core.Atom, len(bars))
		for k, bar := range bars {
			if bar != nil {
				each[k] = r.made(b.Replicate(bar, n).(*core.Var))
				r.contribute(e.Init[k], bar)
			}
		}
		r.contributeMap(r.readsToOperands(&core.Map{W: n, Fn: fn, Arrs: []*core.Var{is}}), each, nil)
	})
}

// isSize reports whether a bound is not negative, since something has that size.
func isSize(n core.Atom, fn *core.Lambda) bool {
	if c, ok := n.(core.Const); ok {
		return c.Int64() >= 0
	}
	return slices.ContainsFunc(core.FreeInLambda(fn).List, func(v *core.Var) bool { return slices.Contains(v.Type.Dims, n) })
}

// summands is the lambda of what each iteration of a loop adds to its parameters, nil if it does anything else.
func (r *rev) summands(e *core.Loop) *core.Lambda {
	if e.Cond != nil || len(e.Attrs) > 0 || e.I.Type.Elem != prim.I64 || r.updatesAcc(e) || !allScalars(e.Params) {
		return nil
	}
	a := &added{by: map[core.Atom]*summand{}}
	for k, p := range e.Params {
		a.by[p] = &summand{k, core.Zero(p.Type.Elem)}
	}
	body, ok := a.body(e.Body)
	fn := &core.Lambda{Params: []*core.Var{e.I}, Body: body, Ret: core.VarTypes(e.Params)}
	for k, x := range e.Body.Result {
		ok = ok && a.by[x] != nil && a.by[x].param == k
	}
	if !ok || slices.ContainsFunc(core.FreeInLambda(fn).List, r.facts.isConsumed) {
		return nil
	}
	return core.Rename(fn)
}

func allScalars(vs []*core.Var) bool {
	return !slices.ContainsFunc(vs, func(v *core.Var) bool { return !v.Type.IsScalar() })
}

// added follows what is added to parameters.
type added struct{ by map[core.Atom]*summand }

// summand says that a value is a parameter plus by.
type summand struct {
	param int
	by    core.Atom
}

// body is a body with what is added in the place of the sums; false if it has other uses of a parameter.
func (a *added) body(b core.Body) (core.Body, bool) {
	out := core.Body{}
	for _, st := range b.Stms {
		if !slices.ContainsFunc(core.FreeInStm(st).List, func(v *core.Var) bool { return a.by[v] != nil }) {
			out.Stms = append(out.Stms, st)
			continue
		}
		s, ok := a.stm(st)
		if !ok {
			return out, false
		}
		if s != nil {
			out.Stms = append(out.Stms, *s)
		}
	}
	for _, x := range b.Result {
		if p := a.by[x]; p != nil {
			x = p.by
		}
		out.Result = append(out.Result, x)
	}
	return out, true
}

// stm is a statement that uses parameters; nil if nothing need be computed.
func (a *added) stm(st core.Stm) (*core.Stm, bool) {
	switch e := st.Exp.(type) {
	case *core.Use:
		a.by[st.Pat[0]] = a.by[e.Atom]
		return nil, true
	case *core.PrimApp:
		return a.sum(st, e)
	case *core.If:
		return a.branches(st, e)
	default: // not computed element by element
	}
	return nil, false
}

func (a *added) sum(st core.Stm, e *core.PrimApp) (*core.Stm, bool) {
	if e.Op != prim.Add && e.Op != prim.Sub {
		return nil, false
	}
	x, y := e.Args[0], e.Args[1]
	if a.by[x] == nil && e.Op == prim.Add {
		x, y = y, x
	}
	p := a.by[x]
	if p == nil || a.by[y] != nil {
		return nil, false
	}
	if e.Op == prim.Add && core.IsConst(p.by, prim.Zero(e.T)) {
		a.by[st.Pat[0]] = &summand{p.param, y}
		return nil, true
	}
	v := core.NewVar(st.Pat[0].Name, st.Pat[0].Type)
	a.by[st.Pat[0]] = &summand{p.param, v}
	return &core.Stm{Pat: []*core.Var{v}, Exp: &core.PrimApp{Op: e.Op, T: e.T, Args: []core.Atom{p.by, y}}, Src: st.Src}, true
}

// branches adds in both branches, to the same parameters.
func (a *added) branches(st core.Stm, e *core.If) (*core.Stm, bool) {
	if a.by[e.Cond] != nil {
		return nil, false
	}
	yes, okYes := a.body(e.Then)
	no, okNo := a.body(e.Else)
	if !okYes || !okNo {
		return nil, false
	}
	out := core.Stm{Src: st.Src, Exp: &core.If{Cond: e.Cond, Then: yes, Else: no}}
	for k, v := range st.Pat {
		p, q := a.by[e.Then.Result[k]], a.by[e.Else.Result[k]]
		switch {
		case p == nil && q == nil:
		case p == nil || q == nil || p.param != q.param:
			return nil, false
		default:
			w := core.NewVar(v.Name, v.Type)
			a.by[v] = &summand{p.param, w}
			v = w
		}
		out.Pat = append(out.Pat, v)
	}
	return &out, true
}
