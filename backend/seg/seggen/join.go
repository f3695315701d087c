package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// reduce is a reduction of one or two values.
func (g *gen) reduce() {
	k := &seg.Kernel{Kind: seg.Reduce}
	c := g.points(k, g.n)
	c.statements()
	g.join(c)
	for _, t := range types(k.Op.A) {
		a := g.alloc(t, core.IntC(1))
		k.Outs = append(k.Outs, a.mem)
		g.arrays = append(g.arrays, a)
	}
	k.Body = c.b.Code
	g.launch(k)
}

// scan is a scan, which may go backwards, leave results out, and do more where it has them.
func (g *gen) scan() {
	k := g.scanned()
	outs := len(k.Outs)
	if g.IntN(2) == 0 {
		g.after(k)
		k.Unread[0] = g.IntN(2) == 0
	}
	for j := range outs {
		if !k.Unread[j] {
			g.arrays = append(g.arrays, array{mem: k.Outs[j], dims: []core.Atom{g.n}})
		}
	}
	g.launch(k)
}

// scanned is a scan with places for its results, which is not launched yet.
func (g *gen) scanned() *seg.Kernel {
	k := &seg.Kernel{Kind: seg.Scan, Back: g.IntN(3) == 0}
	c := g.points(k, g.n)
	c.statements()
	g.join(c)
	k.Body = c.b.Code
	for _, t := range types(k.Op.A) {
		k.Outs, k.Unread = append(k.Outs, g.alloc(t, g.n).mem), append(k.Unread, false)
	}
	return k
}

// handed is a scan, and after other kernels at times a map over its results, which nothing else reads.
func (g *gen) handed() {
	scan := g.scanned()
	g.launch(scan)
	for g.IntN(2) == 0 {
		[]func(){g.step, g.change}[g.IntN(2)]()
	}
	k := &seg.Kernel{Kind: seg.Map}
	out := g.alloc(g.elem(), g.n)
	c := g.points(k, g.n)
	for _, m := range scan.Outs {
		a := array{mem: m, dims: []core.Atom{g.n}}
		c.know(c.b.Load("e", m, 0, c.own(a)))
		if g.IntN(8) == 0 { // not only its own
			c.know(c.b.Load("e", m, 0, c.any(a)))
		}
	}
	for range g.IntN(6) {
		c.let()
	}
	c.b.Add(&seg.Store{Mem: out.mem, At: c.own(out), Val: c.pick(out.mem.Elem)})
	k.Body = c.b.Code
	g.launch(k)
	g.arrays = append(g.arrays, out)
}

// after is what a scan does with its results.
func (g *gen) after(k *seg.Kernel) {
	a := &seg.After{At: core.NewVar("at", core.I64)}
	for _, v := range k.Op.A {
		a.Res = append(a.Res, core.NewVar("res", v.Type))
	}
	out := g.alloc(g.elem(), g.n)
	c := &code{g: g, k: k, b: &seg.Builder{}, size: 4, index: []index{{a.At, g.n}}, scalars: core.Atoms(a.Res)}
	c.statements()
	c.b.Add(&seg.Store{Mem: out.mem, At: c.own(out), Val: c.pick(out.mem.Elem)})
	a.Body = c.b.Code
	k.After = a
	g.arrays = append(g.arrays, out)
}

func types(vs []*core.Var) []prim.Type {
	out := make([]prim.Type, len(vs))
	for i, v := range vs {
		out[i] = v.Type.Elem
	}
	return out
}

// join gives a kernel an operator and values of its points: one primitive operator, two, or the composition of linear functions.
func (g *gen) join(c *code) {
	if g.IntN(3) == 0 {
		t := prim.I64
		if g.IntN(2) == 0 && !g.o.Exact {
			t = prim.F64
		}
		c.k.Op = linear(t)
		c.k.Ne = []core.Atom{core.One(t), core.Zero(t)}
		c.k.Vals = []core.Atom{c.pick(t), c.pick(t)}
		return
	}
	var ops []*prim.Op
	var ts []prim.Type
	for range 1 + g.IntN(2) {
		op, t := g.known()
		ops, ts = append(ops, op), append(ts, t)
		c.k.Vals = append(c.k.Vals, c.pick(t))
		c.k.Ne = append(c.k.Ne, g.constant(t))
	}
	c.k.Op = operator(ops, ts)
}

// known is an associative and commutative operator that has a neutral element.
func (g *gen) known() (*prim.Op, prim.Type) {
	t := g.elem()
	ops := []*prim.Op{prim.Add, prim.Max, prim.Min}
	op := ops[g.IntN(3)]
	if g.o.Exact && t.IsFloat() {
		op = ops[1+g.IntN(2)]
	}
	return op, t
}

// operator is one of primitive operators, one for each component.
func operator(ops []*prim.Op, ts []prim.Type) *seg.Operator {
	o := &seg.Operator{Ops: ops}
	b := &seg.Builder{}
	for j, op := range ops {
		x, y := core.NewVar("x", core.Prim(ts[j])), core.NewVar("y", core.Prim(ts[j]))
		o.A, o.B = append(o.A, x), append(o.B, y)
		o.Res = append(o.Res, b.Op("z", op, ts[j], x, y))
		ne, _ := op.Neutral(ts[j])
		o.Neutral = append(o.Neutral, core.Const{Scalar: ne})
	}
	o.Body = b.Code
	return o
}

// linear is the composition of linear functions, (a, b) then (c, d): (a*c, b*c + d).
func linear(t prim.Type) *seg.Operator {
	v := func(name string) *core.Var { return core.NewVar(name, core.Prim(t)) }
	o := &seg.Operator{A: []*core.Var{v("a"), v("b")}, B: []*core.Var{v("c"), v("d")}}
	b := &seg.Builder{}
	up := b.Op("up", prim.Mul, t, o.A[0], o.B[0])
	bc := b.Op("bc", prim.Mul, t, o.A[1], o.B[0])
	o.Res = []core.Atom{up, b.Op("off", prim.Add, t, bc, o.B[1])}
	o.Body = b.Code
	return o
}

// accumulate is a map that updates an accumulator: by a primitive operator, or by another one where it asks whether there is something.
func (g *gen) accumulate() {
	op, t := g.known()
	dest := g.filled(t, g.m)
	priv := seg.NewMem("acc", t, seg.Scratch)
	priv.Len = g.m
	k := &seg.Kernel{Kind: seg.Map, Updates: []*seg.Mem{dest.mem}}
	acc := &seg.Acc{Dests: []*seg.Mem{dest.mem}, Priv: []*seg.Mem{priv}, Len: g.m, Op: operator([]*prim.Op{op}, []prim.Type{t})}
	acc.Start = acc.Op.Neutral
	k.Accs = []*seg.Acc{acc}
	c := g.points(k, g.n)
	c.statements()
	at, val := c.any(array{mem: priv, dims: dest.dims}), c.pick(t)
	if g.IntN(3) > 0 {
		c.b.Add(&seg.Update{Mem: priv, At: at, Op: op, Val: val, Ordered: true})
	} else {
		acc.Op.Ops, acc.Op.Neutral, acc.Start = nil, nil, nil
		acc.Has = seg.NewMem("has", prim.Bool, seg.Scratch)
		acc.Has.Len = g.m
		has := c.b.Load("has", acc.Has, 0, at)
		c.b.If(has, func(b *seg.Builder) {
			old := b.Load("old", priv, 0, at)
			b.Add(&seg.Store{Mem: priv, At: at, Val: b.Op("new", op, t, old, val)})
		}, func(b *seg.Builder) {
			b.Add(&seg.Store{Mem: priv, At: at, Val: val}, &seg.Store{Mem: acc.Has, At: at, Val: core.BoolC(true)})
		})
	}
	k.Body = c.b.Code
	g.launch(k)
	g.arrays = append(g.arrays, dest)
}
