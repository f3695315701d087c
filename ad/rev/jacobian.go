package rev

import (
	"raido/lang/core"
	"raido/lang/opt"
)

// jacobian is the derivative of an operator on tuples of scalars by its left operand, as code. [Bruun22, 7.4.3]
type jacobian struct {
	fn *core.Lambda // the operator's parameters; its body computes all entries
	// entries[q][p] is the derivative of component q of y ⊙ a by component p of y. What is always the same is a
	// constant, and entries that are always equal are the same atom.
	entries [][]core.Atom
}

// jacobianOf finds the Jacobian of an operator for the components on; its free variables are constants. The rows
// are its reverse derivative with unit vectors as seeds, simplified.
func (r *rev) jacobianOf(op *core.Lambda, on []int) *jacobian {
	b, d := &core.Builder{}, len(on)
	op = core.Rename(op)
	var all []core.Atom
	for _, q := range on {
		all = append(all, b.Inline(r.jacobianRow(op, on, q), core.Atoms(op.Params)...)...)
	}
	fn := simplified(&core.Lambda{Params: op.Params, Ret: core.AtomTypes(all), Body: b.Body(all...)})
	j := &jacobian{fn: fn}
	for q := range d {
		j.entries = append(j.entries, fn.Body.Result[q*d:(q+1)*d])
	}
	return j
}

// jacobianRow has the operator's parameters and gives the derivatives of its result q by the components on of its
// left operand.
func (outer *rev) jacobianRow(op *core.Lambda, on []int, q int) *core.Lambda {
	r := newRev(false, outer.calls)
	l := core.Rename(op)
	for _, p := range on {
		r.facts.mark(l.Params[p], true)
	}
	r.facts.body(l.Params, l.Body)
	s := r.enter(topScope, nil)
	out := &core.Lambda{Params: r.protect(l.Params)}
	r.forward(l.Body.Stms)
	r.contribute(l.Body.Result[q], core.One(l.Ret[q].Elem))
	r.unwind()
	var row []core.Atom
	for _, p := range on {
		row = append(row, r.adjOwned(l.Params[p]))
	}
	r.leave()
	fwd, ret := r.straight(s.fwd.Stms, core.Body{Stms: s.ret.Stms, Result: row})
	out.Ret = core.AtomTypes(row)
	out.Body = core.Body{Stms: append(fwd, ret.Stms...), Result: ret.Result}
	return out
}

// simplified is l after the passes that find constants and equal expressions.
func simplified(l *core.Lambda) *core.Lambda {
	f := &core.Fun{Name: "jacobian", Params: append(append([]*core.Var{}, core.FreeInLambda(l).List...), l.Params...), Body: l.Body}
	for _, t := range l.Ret {
		f.Ret = append(f.Ret, core.NewVar("c", t))
	}
	p := &core.Prog{Funs: []*core.Fun{f}}
	for _, pass := range []func(*core.Prog) *core.Prog{opt.Simplify, opt.CSE, opt.Simplify, opt.CSE} {
		p = pass(p)
	}
	return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: core.Needed(p.Funs[0].Body)}
}
