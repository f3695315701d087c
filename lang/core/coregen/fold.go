package coregen

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// operator is an associative operator over floats with what is given as its neutral element: that or, here and there, any value;
// pairs takes two floats.
func (g *gen) operator(pairs bool) (*core.Lambda, []core.Atom) {
	op, ne := g.withNeutral(pairs)
	if g.r.IntN(4) == 0 {
		for i := range ne {
			ne[i] = g.val(f64)
		}
	}
	return op, ne
}

// zeros is the neutral element of a sum of rows, or here and there another row.
func (g *gen) zeros(row core.Type) core.Atom {
	if g.r.IntN(4) == 0 {
		return g.array(row)
	}
	return g.b.ZeroOf(row)
}

// withNeutral is an operator with its neutral element.
func (g *gen) withNeutral(pairs bool) (*core.Lambda, []core.Atom) {
	if pairs {
		return linear(), []core.Atom{core.One(prim.F64), core.Zero(prim.F64)}
	}
	k := 2
	if !g.o.Smooth {
		k = 4
	}
	at := g.r.IntN(k)
	op := []*prim.Op{prim.Add, prim.Mul, prim.Min, prim.Max}[at]
	big := core.Const{Scalar: prim.Float(prim.F64, 1e300)}
	small := core.Const{Scalar: prim.Float(prim.F64, -1e300)}
	ne := []core.Atom{core.Zero(prim.F64), core.One(prim.F64), big, small}
	return core.BinOp(op, prim.F64), ne[at : at+1]
}

// linear composes linear functions: (a, b) then (c, d) is (a*c, b*c + d).
func linear() *core.Lambda {
	b := &core.Builder{}
	ts := []core.Type{f64, f64}
	return b.Lambda(append(ts, ts...), ts, func(b *core.Builder, p []*core.Var) []core.Atom {
		ac := b.Prim(prim.Mul, prim.F64, p[0], p[2])
		bc := b.Prim(prim.Mul, prim.F64, p[1], p[2])
		return []core.Atom{ac, b.Prim(prim.Add, prim.F64, bc, p[3])}
	})
}

// vecAdd is elementwise addition of rows.
func vecAdd(row core.Type) *core.Lambda {
	b := &core.Builder{}
	return b.Lambda([]core.Type{row, row}, []core.Type{row}, func(b *core.Builder, p []*core.Var) []core.Atom {
		return core.Atoms(b.Map(row.Dims[0], p, func(b *core.Builder, x []*core.Var) []core.Atom {
			return []core.Atom{b.Prim(prim.Add, prim.F64, x[0], x[1])}
		}))
	})
}

func (g *gen) reduce() core.Atom {
	w := []core.Atom{g.n, g.m}[g.r.IntN(2)]
	if g.r.IntN(5) == 0 { // by rows
		mat := g.array(f64.Of(w, g.other(w)))
		row := mat.Type.Row()
		ne := g.zeros(row)
		v := g.b.Let("red", &core.Reduce{W: w, Fn: g.rows(row), Ne: []core.Atom{ne}, Arrs: []*core.Var{mat}, Comm: !g.o.InPlace})
		return g.b.Let("x", &core.Index{Arr: v, Idx: []core.Atom{g.index(row.Dims[0])}})
	}
	pairs := g.r.IntN(3) == 0
	fn, ne := g.operator(pairs)
	arrs := []*core.Var{g.array(f64.Of(w))}
	if pairs {
		arrs = append(arrs, g.array(f64.Of(w)))
	}
	vs := g.b.Bind("red", &core.Reduce{W: w, Fn: fn, Ne: ne, Arrs: arrs, Comm: !pairs})
	g.env = append(g.env, vs[1:]...)
	return vs[0]
}

func (g *gen) scan(t core.Type) core.Atom {
	w := t.Dims[0]
	if t.Rank() == 2 {
		row := t.Row()
		ne := g.zeros(row)
		return g.b.Let("scan", &core.Scan{W: w, Fn: g.rows(row), Ne: []core.Atom{ne}, Arrs: []*core.Var{g.array(t)}})
	}
	pairs := g.r.IntN(2) == 0
	fn, ne := g.operator(pairs)
	arrs := []*core.Var{g.array(t)}
	if pairs {
		arrs = append(arrs, g.array(t))
	}
	vs := g.b.Bind("scan", &core.Scan{W: w, Fn: fn, Ne: ne, Arrs: arrs})
	g.env = append(g.env, vs[1:]...)
	return vs[0]
}

func (g *gen) hist(t core.Type) core.Atom {
	dest := g.b.Let("copy", &core.Copy{Arr: g.array(t)})
	vals := g.array(t)
	e := &core.Hist{W: g.n, Dest: []*core.Var{dest}, Idx: []*core.Var{g.idx}, Vals: []*core.Var{vals}}
	if t.Rank() == 2 {
		e.Fn, e.Ne = g.rows(t.Row()), []core.Atom{g.zeros(t.Row())}
	} else {
		e.Fn, e.Ne = g.operator(false)
	}
	return g.b.Let("hist", e)
}

func (g *gen) scatter(t core.Type) core.Atom {
	dest := g.b.Let("copy", &core.Copy{Arr: g.array(t)})
	vals := g.array(t)
	idx := g.perm
	if g.r.IntN(3) == 0 { // several values for one place, and none
		idx = g.idx
	}
	return g.b.Let("scat", &core.Scatter{W: g.n, Dest: []*core.Var{dest}, Idx: []*core.Var{idx}, Vals: []*core.Var{vals}})
}
