package coregen

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// mask is an array that is zero at many places: one-hot, few-hot, a triangle, a band, rows of zeros.
func (g *gen) mask(t core.Type) core.Atom {
	if t.Rank() == 1 && g.r.IntN(4) == 0 {
		zeros := g.b.Let("rep", &core.Replicate{Dims: t.Dims, Val: core.Zero(prim.F64)})
		return g.b.Let("unit", &core.Update{Arr: zeros, Idx: []core.Atom{g.index(t.Dims[0])}, Val: g.val(f64)})
	}
	return g.masked(t, nil)
}

// masked is a map, with the indices around, that gives zero where the indices are not as wanted.
func (g *gen) masked(t core.Type, around []*core.Var) core.Atom {
	w := t.Dims[0]
	arrs := []*core.Var{g.b.Let("io", &core.Iota{N: w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})}
	arrs = append(arrs, g.array(f64.Of(w)))
	l := &core.Lambda{Ret: []core.Type{t.Row()}}
	for _, r := range core.ElemTypes(arrs) {
		l.Params = append(l.Params, core.NewVar("p", r))
	}
	l.Body = g.nested(l.Params, func() []core.Atom {
		inside := append(append([]*core.Var{}, around...), l.Params[0])
		if t.Rank() > 1 {
			return []core.Atom{g.masked(t.Row(), inside)}
		}
		return []core.Atom{g.choice(g.place(inside), g.val(f64))}
	})
	return g.b.Let("mask", &core.Map{W: w, Arrs: arrs, Fn: l})
}

// choice is x where a condition holds, else zero.
func (g *gen) choice(cond, x core.Atom) core.Atom {
	switch g.r.IntN(4) {
	case 0:
		return g.b.Prim(prim.ToF64, prim.Bool, cond)
	case 1:
		return g.f(prim.Mul, core.Const{Scalar: prim.Float(prim.F64, 0.5)}, g.choice(cond, x))
	}
	then, els := g.nested(nil, func() []core.Atom { return []core.Atom{x} }), core.Body{Result: []core.Atom{core.Zero(prim.F64)}}
	if g.r.IntN(4) == 0 {
		cond, then, els = g.b.Prim(prim.Not, prim.Bool, cond), els, then
	}
	v := core.NewVar("if", f64)
	g.b.Add([]*core.Var{v}, &core.If{Cond: cond, Then: then, Else: els})
	return v
}

// place is a condition on indices.
func (g *gen) place(at []*core.Var) core.Atom {
	i := core.Atom(at[len(at)-1])
	j := g.val(core.I64)
	if len(at) > 1 && g.r.IntN(4) > 0 {
		j = at[0]
	}
	if g.r.IntN(2) == 0 {
		j = g.i([]*prim.Op{prim.Add, prim.Sub}[g.r.IntN(2)], j, core.IntC(g.r.Int64N(3)))
	}
	switch g.r.IntN(7) {
	case 0, 1:
		return g.i(prim.Eq, i, j)
	case 2:
		return g.i(prim.Le, i, j)
	case 3:
		return g.i(prim.Lt, j, i)
	case 4:
		return g.i(prim.Le, g.i(prim.Abs, g.i(prim.Sub, i, j)), core.IntC(1))
	case 5:
		return g.b.Prim(prim.Or, prim.Bool, g.i(prim.Eq, i, j), g.place(at))
	}
	return g.b.Prim(prim.And, prim.Bool, g.i(prim.Lt, i, j), g.place(at))
}

// maskedSum adds what is zero at many indices: by a reduction, by a loop, into an accumulator.
func (g *gen) maskedSum() core.Atom {
	w := []core.Atom{g.n, g.m}[g.r.IntN(2)]
	switch g.r.IntN(3) {
	case 0:
		return g.b.Let("red", &core.Reduce{W: w, Fn: core.BinOp(prim.Add, prim.F64), Ne: []core.Atom{core.Zero(prim.F64)},
			Arrs: []*core.Var{g.mask(f64.Of(w)).(*core.Var)}, Comm: true})
	case 1:
		acc := g.maskedAcc(f64.Of(w))
		return g.b.Let("x", &core.Index{Arr: acc, Idx: []core.Atom{g.index(w)}})
	}
	e := &core.Loop{Params: []*core.Var{core.NewVar("p", f64)}, Init: []core.Atom{g.val(f64)}, I: core.NewVar("i", core.I64), Bound: w}
	e.Body = g.nested([]*core.Var{e.I}, func() []core.Atom {
		x := g.choice(g.place([]*core.Var{e.I}), g.val(f64))
		return []core.Atom{g.f(prim.Add, e.Params[0], x)}
	})
	v := core.NewVar("lo", f64)
	g.b.Add([]*core.Var{v}, e)
	return v
}

// maskedAcc adds into zeros what is zero at many indices.
func (g *gen) maskedAcc(t core.Type) *core.Var {
	w := t.Dims[0]
	cert := core.NewCert()
	at := t
	at.Cert = cert
	io := g.b.Let("io", &core.Iota{N: w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	inner := &core.Lambda{Params: []*core.Var{core.NewVar("acc", at), core.NewVar("p", core.I64)}, Ret: []core.Type{at}}
	inner.Body = g.nested(inner.Params[1:], func() []core.Atom {
		x := g.choice(g.place(inner.Params[1:]), g.val(f64))
		acc := inner.Params[0]
		for range 1 + g.r.IntN(2) {
			i := g.i(prim.Add, inner.Params[1], core.IntC(g.r.Int64N(3)-1)) // may be out of range: ignored
			acc = g.b.Let("acc", &core.UpdateAcc{Acc: acc, Idx: []core.Atom{i}, Val: x})
		}
		return []core.Atom{acc}
	})
	zeros := g.b.Let("rep", &core.Replicate{Dims: t.Dims, Val: core.Zero(prim.F64)})
	c := core.NewVar("acc", at)
	fn := &core.Lambda{Params: []*core.Var{c}, Ret: []core.Type{at}}
	fn.Body = g.nested(nil, func() []core.Atom {
		return core.Atoms(g.b.Bind("acc", &core.Map{W: w, Accs: []*core.Var{c}, Arrs: []*core.Var{io}, Fn: inner}))
	})
	in := core.AccInput{Arr: zeros, Op: core.BinOp(prim.Add, prim.F64), Ne: core.Zero(prim.F64), Cert: cert}
	return g.b.Let("wacc", &core.WithAcc{Accs: []core.AccInput{in}, Fn: fn})
}
