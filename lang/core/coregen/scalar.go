package coregen

import (
	"raido/lang/core"
	"raido/lang/prim"
)

func (g *gen) f(op *prim.Op, args ...core.Atom) core.Atom { return g.b.Prim(op, prim.F64, args...) }

func (g *gen) i(op *prim.Op, args ...core.Atom) core.Atom { return g.b.Prim(op, prim.I64, args...) }

func (g *gen) scalar(t core.Type) core.Atom {
	nests := g.depth < g.o.Depth
	if g.o.Masks && nests && t.Elem == prim.F64 && g.r.IntN(4) == 0 {
		return g.maskedSum()
	}
	switch k := g.r.IntN(16); {
	case k == 0 && nests:
		return g.ifExp(t)
	case k == 1 && nests && t.Elem != prim.Bool:
		return g.forLoop(t)
	case k == 2 && nests && t.Elem == prim.F64:
		return g.whileLoop()
	case k <= 5 && nests && t.Elem == prim.F64:
		return g.reduce()
	case k <= 7 && t.Elem == prim.F64:
		return g.b.Let("x", &core.Index{Arr: g.array(f64.Of(g.n)), Idx: []core.Atom{g.index(g.n)}})
	case k == 8 && t.Elem == prim.F64:
		mat := g.array(f64.Of(g.n, g.m))
		return g.b.Let("x", &core.Index{Arr: mat, Idx: []core.Atom{g.index(g.n), g.index(g.m)}})
	case k == 9 && t.Elem == prim.F64 && g.callee != nil:
		return g.call()
	}
	switch t.Elem {
	case prim.I64:
		return g.intOp()
	case prim.Bool:
		return g.boolOp()
	}
	return g.floatOp()
}

func (g *gen) intOp() core.Atom {
	switch g.r.IntN(6) {
	case 0:
		return g.leaf(core.I64)
	case 1:
		return g.b.Let("i", &core.Index{Arr: g.perm, Idx: []core.Atom{g.index(g.n)}})
	case 2:
		return g.i(prim.Mod, g.i(prim.Mul, g.val(core.I64), g.val(core.I64)), core.IntC(7))
	case 3:
		return g.i(prim.Min, g.val(core.I64), g.val(core.I64))
	case 4:
		return g.i(prim.Sub, g.val(core.I64), g.n)
	}
	return g.i(prim.Mod, g.i(prim.Add, g.val(core.I64), g.val(core.I64)), core.IntC(11))
}

func (g *gen) boolOp() core.Atom {
	if g.o.Smooth || g.r.IntN(3) > 0 {
		return g.i([]*prim.Op{prim.Lt, prim.Le, prim.Eq}[g.r.IntN(3)], g.val(core.I64), g.val(core.I64))
	}
	switch g.r.IntN(3) {
	case 0:
		return g.b.Prim(prim.And, prim.Bool, g.val(core.Bool), g.val(core.Bool))
	case 1:
		return g.b.Prim(prim.Not, prim.Bool, g.val(core.Bool))
	}
	return g.f(prim.Lt, g.val(f64), g.val(f64))
}

// floatOp is an operation that neither fails nor grows fast.
func (g *gen) floatOp() core.Atom {
	x := g.val(f64)
	if !g.o.Smooth && g.r.IntN(8) == 0 {
		return g.f([]*prim.Op{prim.Min, prim.Max}[g.r.IntN(2)], x, g.val(f64))
	}
	one := core.One(prim.F64)
	switch g.r.IntN(12) {
	case 0:
		return g.f(prim.Sin, x)
	case 1:
		return g.f(prim.Cos, x)
	case 2:
		return g.f(prim.Tanh, x)
	case 3:
		return g.f(prim.Exp, g.f(prim.Sin, x))
	case 4:
		return g.f(prim.Log, g.f(prim.Add, one, g.f(prim.Mul, x, x)))
	case 5:
		y := g.val(f64)
		return g.f(prim.Div, x, g.f(prim.Add, one, g.f(prim.Mul, y, y)))
	case 6:
		return g.f(prim.Neg, x)
	case 7:
		return g.b.Prim(prim.ToF64, prim.I64, g.val(core.I64))
	case 8, 9:
		return g.f(prim.Add, x, g.val(f64))
	case 10:
		return g.f(prim.Sub, x, g.val(f64))
	}
	return g.f(prim.Mul, g.f(prim.Tanh, x), g.val(f64))
}

// index is an index into a dimension.
func (g *gen) index(dim core.Atom) core.Atom {
	switch g.r.IntN(3) {
	case 0:
		return core.IntC(g.r.Int64N(g.size[dim]))
	case 1:
		if dim == core.Atom(g.n) {
			return g.b.Let("i", &core.Index{Arr: g.perm, Idx: []core.Atom{core.IntC(g.r.Int64N(g.size[dim]))}})
		}
	}
	return g.i(prim.Mod, g.val(core.I64), dim)
}

func (g *gen) ifExp(t core.Type) core.Atom {
	cond := g.val(core.Bool)
	v := g.branches(cond, t, nil)
	if t.IsScalar() && t.Elem == prim.F64 && g.r.IntN(3) == 0 { // as the return sweep of a branch uses what the forward sweep has
		v = g.branches(cond, t, g.f(prim.Mul, v, g.val(f64)))
	}
	return v
}

// branches is a branch whose results use x, if that is not nil, each in its way.
func (g *gen) branches(cond core.Atom, t core.Type, x core.Atom) core.Atom {
	branch := func(op *prim.Op) core.Body {
		return g.nested(nil, func() []core.Atom {
			out := g.block(g.r.IntN(2), []core.Type{t})
			if x != nil {
				out[0] = g.f(op, out[0], x)
			}
			return out
		})
	}
	v := core.NewVar("if", t)
	g.b.Add([]*core.Var{v}, &core.If{Cond: cond, Then: branch(prim.Add), Else: branch(prim.Sub)})
	return v
}

// forLoop carries a value of type t and a float.
func (g *gen) forLoop(t core.Type) core.Atom {
	e := &core.Loop{
		Params: []*core.Var{core.NewVar("p", t), core.NewVar("q", f64)},
		Init:   []core.Atom{g.val(t), g.val(f64)},
		I:      core.NewVar("i", core.I64),
		Bound:  []core.Atom{g.trips(), g.n, g.m}[g.r.IntN(3)],
	}
	vs := append([]*core.Var{e.I}, e.Params...)
	e.Body = g.nested(vs, func() []core.Atom {
		return []core.Atom{g.make(t), g.f(prim.Tanh, g.val(f64))}
	})
	res := []*core.Var{core.NewVar("lo", t), core.NewVar("lo", f64)}
	g.b.Add(res, e)
	g.env = append(g.env, res[1])
	return res[0]
}

// trips is a small number of iterations, which may differ from point to point.
func (g *gen) trips() core.Atom {
	if k := int64(g.r.IntN(8)); k < 4 {
		return core.IntC(k)
	}
	return g.i(prim.Mod, g.val(core.I64), core.IntC(5))
}

// whileLoop runs until a counter reaches a bound.
func (g *gen) whileLoop() core.Atom {
	k, x := core.NewVar("k", core.I64), core.NewVar("x", f64)
	e := &core.Loop{Params: []*core.Var{k, x}, Init: []core.Atom{core.IntC(0), g.val(f64)}}
	limit := g.trips()
	cond := g.nested(nil, func() []core.Atom { return []core.Atom{g.i(prim.Lt, k, limit)} })
	e.Cond = &cond
	e.Body = g.nested(e.Params, func() []core.Atom {
		x := g.f(prim.Tanh, g.make(f64))
		return []core.Atom{g.i(prim.Add, k, core.IntC(1)), x}
	})
	res := []*core.Var{core.NewVar("wk", core.I64), core.NewVar("wh", f64)}
	g.b.Add(res, e)
	return res[1]
}

func (g *gen) call() core.Atom {
	p := []core.Atom{g.n, g.m, g.perm, g.idx, g.val(core.Bool), g.val(f64), g.val(f64.Of(g.n)), g.val(f64.Of(g.m)), g.val(f64.Of(g.n, g.m))}
	v := core.NewVar("call", f64)
	g.b.Add([]*core.Var{v}, &core.Call{Fun: g.callee, Args: p})
	return v
}
