package coregen

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// compute reads arrays: elementwise, by sums of rows, by a scan, into a histogram, into an accumulator.
func (l *layout) compute(k int) *core.Var {
	a := l.arr()
	w := a.Type.Dims[0]
	switch {
	case k == 6 && a.Type.Rank() > 1:
		return l.b.Map(w, []*core.Var{a}, func(b *core.Builder, x []*core.Var) []core.Atom {
			outer := l.b
			l.b = b
			defer func() { l.b = outer }()
			return []core.Atom{l.sum(x[0])}
		})[0]
	case k == 7 && a.Type.Rank() == 2:
		ne := []core.Atom{l.b.ZeroOf(a.Type.Row())}
		if l.r.IntN(2) == 0 {
			return l.b.Let("scan", &core.Scan{W: w, Fn: vecAdd(a.Type.Row()), Ne: ne, Arrs: []*core.Var{a}})
		}
		return l.b.Let("red", &core.Reduce{W: w, Fn: vecAdd(a.Type.Row()), Ne: ne, Arrs: []*core.Var{a}, Comm: true})
	case k == 8:
		return l.accumulate(a)
	}
	return l.zipped(l.b, a.Type, a, l.arrOf(a.Type))
}

// sum adds all elements.
func (l *layout) sum(a *core.Var) core.Atom {
	n := core.Atom(core.IntC(l.count(a.Type)))
	if a.Type.Rank() > 1 {
		a = l.b.Let("flat", &core.Reshape{Dims: []core.Atom{n}, Arr: a})
	} else {
		n = a.Type.Dims[0]
	}
	// an element's weight tells its place
	i := l.b.Let("io", &core.Iota{N: n, Start: core.IntC(1), Step: core.IntC(1), T: prim.I64})
	xs := l.b.Map(n, []*core.Var{a, i}, func(b *core.Builder, x []*core.Var) []core.Atom {
		return []core.Atom{b.Prim(prim.Mul, prim.F64, x[0], b.Prim(prim.ToF64, prim.I64, x[1]))}
	})
	return l.b.Let("sum", &core.Reduce{W: n, Fn: core.BinOp(prim.Add, prim.F64), Ne: []core.Atom{core.Zero(prim.F64)}, Arrs: xs, Comm: true})
}

// zipped is x + 2 y at each point.
func (l *layout) zipped(b *core.Builder, t core.Type, x, y *core.Var) *core.Var {
	return b.Map(t.Dims[0], []*core.Var{x, y}, func(b *core.Builder, p []*core.Var) []core.Atom {
		if t.Rank() > 1 {
			return []core.Atom{l.zipped(b, t.Row(), p[0], p[1])}
		}
		two := core.Const{Scalar: prim.Float(prim.F64, 2)}
		return []core.Atom{b.Prim(prim.Add, prim.F64, p[0], b.Prim(prim.Mul, prim.F64, two, p[1]))}
	})[0]
}

// accumulate adds the rows of a, moved, to those of a copy at other places.
func (l *layout) accumulate(a *core.Var) *core.Var {
	t, w := a.Type, a.Type.Dims[0]
	dest := l.b.Let("copy", &core.Copy{Arr: l.arrOf(t)})
	cert := core.NewCert()
	at := t
	at.Cert = cert
	i := l.b.Let("io", &core.Iota{N: w, Start: core.IntC(int64(l.r.IntN(3) - 1)), Step: core.IntC(1), T: prim.I64})
	inner := &core.Lambda{Params: []*core.Var{core.NewVar("acc", at), core.NewVar("p", t.Row()), core.NewVar("i", core.I64)}, Ret: []core.Type{at}}
	inner.Body = l.nested(func() []core.Atom {
		val := core.Atom(inner.Params[1])
		if t.Rank() > 1 {
			val = l.same(inner.Params[1])
		}
		return []core.Atom{l.b.Let("acc", &core.UpdateAcc{Acc: inner.Params[0], Idx: []core.Atom{inner.Params[2]}, Val: val})}
	})
	c := core.NewVar("acc", at)
	fn := &core.Lambda{Params: []*core.Var{c}, Ret: []core.Type{at}}
	fn.Body = l.nested(func() []core.Atom {
		return core.Atoms(l.b.Bind("acc", &core.Map{W: w, Accs: []*core.Var{c}, Arrs: []*core.Var{a, i}, Fn: inner}))
	})
	in := core.AccInput{Arr: dest, Op: core.BinOp(prim.Add, prim.F64), Ne: core.Zero(prim.F64), Cert: cert}
	return l.b.Let("wacc", &core.WithAcc{Accs: []core.AccInput{in}, Fn: fn})
}
