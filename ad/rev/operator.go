package rev

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// ruleCase is one rule of several for a node; the first that applies is taken.
type ruleCase[E core.Exp] struct {
	name    string
	applies func(e E) bool
	rule    func(r *rev, st core.Stm, e E)
}

// takeCase applies a rule; the last one is general, and tests can force it.
func takeCase[E core.Exp](r *rev, cases []ruleCase[E], st core.Stm, e E) {
	if r.general {
		cases = cases[len(cases)-1:]
	}
	for _, c := range cases {
		if c.applies(e) {
			c.rule(r, st, e)
			return
		}
	}
}

// Recognising operators. [Bruun22, 4.2, 5.2, 6.5]

// isOp reports whether l is that primitive operator on scalars.
func isOp(l *core.Lambda, op *prim.Op) bool { return opOf(l) == op }

// opOf is the primitive operator that l is, or nil.
func opOf(l *core.Lambda) *prim.Op {
	if e, ok := core.IsBinOp(l); ok {
		return e.Op
	}
	return nil
}

func elemType(l *core.Lambda) prim.Type { return l.Ret[0].Elem }

// isVecOp reports whether l is that primitive operator, on scalars or elementwise on arrays.
func isVecOp(l *core.Lambda, op *prim.Op) bool { return vecOpOf(l) == op }

// vecOpOf is the primitive operator that l is, on scalars or elementwise on arrays, or nil.
func vecOpOf(l *core.Lambda) *prim.Op {
	for isVectorised(l) {
		l = vecInner(l)
	}
	return opOf(l)
}

// isVectorised reports whether l maps an operator over its parameters: \xs ys -> map op xs ys.
func isVectorised(l *core.Lambda) bool {
	if len(l.Body.Stms) != 1 {
		return false
	}
	st := l.Body.Stms[0]
	m, ok := st.Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 || len(m.Arrs) != len(l.Params) || len(st.Pat) != len(l.Body.Result) {
		return false
	}
	free := core.FreeInLambda(m.Fn)
	for i, p := range l.Params {
		if m.Arrs[i] != p || free.Has(p) {
			return false
		}
	}
	for i, v := range st.Pat {
		if l.Body.Result[i] != core.Atom(v) {
			return false
		}
	}
	return true
}

// vecInner is the operator that a vectorised one maps.
func vecInner(l *core.Lambda) *core.Lambda { return l.Body.Stms[0].Exp.(*core.Map).Fn }

// vecOperands are, for the columns of arrays, the neutral elements and then the columns.
func vecOperands(b *core.Builder, ne []core.Atom, arrs []*core.Var) []*core.Var {
	var in []*core.Var
	for _, a := range ne {
		in = append(in, a.(*core.Var))
	}
	for _, a := range arrs {
		in = append(in, transpose(b, a))
	}
	return in
}

// transpose swaps the two outermost dimensions.
func transpose(b *core.Builder, a *core.Var) *core.Var {
	perm := make([]int, a.Type.Rank())
	for i := range perm {
		perm[i] = i
	}
	perm[0], perm[1] = 1, 0
	return b.Let(a.Name, &core.Rearrange{Perm: perm, Arr: a})
}
