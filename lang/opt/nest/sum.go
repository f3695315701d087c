package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Sums of loops]
//
// Raido gives floats that differ from the interpreter's by rounding; a sum by f64.sum is taken in lanes and by threads, in an order that is
// the same in each run. A loop that does nothing with s but add to it is such a sum, and is taken so, too: the rounding error of the new
// order is bounded by that of the old one (partial sums are shorter), and a user who wants an order for the sake of the result, as in a
// compensated sum, uses s for something else as well, which leaves the loop as it is. Products of floats stay in their order, which can
// be the one in which they do not overflow.

// Summands is the body of a loop with, in the place of the results of the parameters at which, what each iteration combines with them
// by op; false if it does anything else with them. What an expression adds to a parameter is the expression with the neutral element
// for that parameter; it may be added in several places, and in branches. [ours]
func Summands(e *core.Loop, which []int, op *prim.Op) (core.Body, bool) {
	a := &added{op: op, by: map[core.Atom]*summand{}}
	for _, k := range which {
		p := e.Params[k]
		ne, ok := neutral(op, p.Type.Elem)
		if !ok || !p.Type.IsScalar() {
			return core.Body{}, false
		}
		a.by[p] = &summand{k, ne}
	}
	body, ok := a.body(e.Body)
	for _, k := range which {
		x := a.by[e.Body.Result[k]]
		ok = ok && x != nil && x.param == k
	}
	for k, x := range e.Body.Result {
		ok = ok && (a.by[x] == nil || slices.Contains(which, k))
	}
	return body, ok
}

// neutral is what a sum or another fold starts with.
func neutral(op *prim.Op, t prim.Type) (core.Const, bool) {
	if op == prim.Add {
		return core.Zero(t), true
	}
	ne, ok := op.Neutral(t)
	return core.Const{Scalar: ne}, ok
}

// added follows what is added to parameters.
type added struct {
	op *prim.Op
	by map[core.Atom]*summand
}

// summand says that a value is a parameter combined with by.
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
	if e.Op != a.op && (a.op != prim.Add || e.Op != prim.Sub) {
		return nil, false
	}
	x, y := e.Args[0], e.Args[1]
	if a.by[x] == nil && e.Op == a.op {
		x, y = y, x
	}
	p := a.by[x]
	if p == nil || a.by[y] != nil {
		return nil, false
	}
	if ne, _ := neutral(a.op, e.T); e.Op == a.op && core.IsConst(p.by, ne.Scalar) {
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
