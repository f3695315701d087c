package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// What passes look for: code as flattening makes it.

// idiom adds one of these.
func (c *code) idiom() {
	switch c.g.IntN(6) {
	case 0:
		c.checkedLoop()
	case 1:
		c.farLoad()
	case 2:
		power := core.Const{Scalar: prim.Float(prim.F64, float64(c.g.IntN(37)-18))} // beyond those that are products, too
		c.know(c.b.Op("p", prim.Pow, prim.F64, c.pick(prim.F64), power))
	case 3:
		c.flagLoop()
	case 4:
		c.taps()
	case 5:
		c.pairs()
	}
}

// inRange is the condition 0 <= i < n.
func inRange(b *seg.Builder, i, n core.Atom) core.Atom {
	u := b.Op("u", prim.To(prim.U64), prim.I64, i)
	m := b.Op("m", prim.To(prim.U64), prim.I64, n)
	return b.Op("in", prim.Lt, prim.U64, u, m)
}

// checked is a load with a check that its index is in range.
func checked(b *seg.Builder, m *seg.Mem, i, n core.Atom) *core.Var {
	site := &seg.Site{Code: core.CodeIndex, Msg: core.MsgIndex, Types: []prim.Type{prim.I64, prim.I64}}
	b.Add(&seg.Check{Cond: inRange(b, i, n), Site: site, Args: []core.Atom{i, n}})
	return b.Load("e", m, 0, seg.Index{{A: i}})
}

// vector is a memory of one dimension with its length.
func (c *code) vector(t prim.Type) (*seg.Mem, core.Atom) {
	for range 8 {
		if a := c.g.arrays[c.g.IntN(len(c.g.arrays))]; len(a.dims) == 1 && a.mem.Elem == t && !c.changes(a.mem) {
			return a.mem, a.dims[0]
		}
	}
	return c.g.arrays[0].mem, c.g.n // of f64
}

// checkedLoop sums elements in a loop, each with a check: in order, backward, or in steps.
func (c *code) checkedLoop() {
	m, n := c.vector(prim.F64)
	v := c.b.Var("sum", core.Prim(prim.F64), c.pick(prim.F64))
	op := prim.Max
	if !c.g.o.Exact {
		op = prim.Add
	}
	way, bound := c.g.IntN(3), n
	if way == 2 {
		bound = c.b.Index("half", prim.Quot, n, core.IntC(2))
	}
	last := c.b.Index("last", prim.Sub, n, core.IntC(1))
	s := c.b.For("j", nil, bound, 0, func(b *seg.Builder, j *core.Var) {
		at := core.Atom(j)
		switch way {
		case 1:
			at = b.Op("at", prim.Sub, prim.I64, last, j)
		case 2:
			at = b.Op("at", prim.Mul, prim.I64, j, core.IntC(2))
		}
		b.Set(v, b.Op("s", op, prim.F64, v, checked(b, m, at, n)))
	})
	s.Elems = true
	c.know(v)
}

// farLoad is an element that one branch needs.
func (c *code) farLoad() {
	m, n := c.vector(prim.F64)
	cond := c.pick(prim.Bool)
	e := c.b.Load("far", m, 0, seg.Index{{A: c.clamp(c.pick(prim.I64), n)}})
	v := c.b.Var("v", core.Prim(prim.F64), c.pick(prim.F64))
	c.b.If(cond, func(b *seg.Builder) { b.Set(v, b.Op("w", prim.Add, prim.F64, e, v)) }, nil)
	c.know(v)
}

// taps is a block of a few elements to which a loop, or a nest of two, adds at places that stay.
func (c *code) taps() {
	m := seg.NewMem("taps", prim.F64, seg.Private)
	m.Len = core.IntC(2)
	for k := range int64(2) {
		c.b.Store(m, seg.At(core.IntC(k)), c.pick(prim.F64))
	}
	adds := func(b *seg.Builder, j core.Atom) {
		in := c.inner(b)
		x := b.Op("x", prim.Mul, prim.F64, in.pick(prim.F64), b.Op("f", prim.To(prim.F64), prim.I64, j))
		for k := range 1 + c.g.Int64N(3) {
			val := core.Atom(x)
			if c.g.IntN(3) == 0 {
				val = b.Op("y", prim.Add, prim.F64, x, in.pick(prim.F64))
			}
			b.Add(&seg.Update{Mem: m, At: seg.At(core.IntC(k % 2)), Op: prim.Add, Val: val, Ordered: true})
		}
	}
	c.b.For("j", nil, c.g.m, 0, func(b *seg.Builder, j *core.Var) {
		if c.g.IntN(2) == 0 {
			adds(b, j)
			return
		}
		b.For("l", nil, c.g.n, 0, func(b *seg.Builder, l *core.Var) { adds(b, l) })
	})
	c.know(c.b.Load("tap", m, 0, seg.At(core.IntC(c.g.Int64N(2)))))
}

// pairs are rows to which a loop adds at places that stay and at its own, in one memory or two; it may read one of them, or store there.
func (c *code) pairs() {
	t := prim.F64
	a := array{mem: seg.NewMem("pulls", t, seg.Scratch), dims: []core.Atom{c.g.m}}
	other := array{mem: seg.NewMem("row", t, seg.Scratch), dims: a.dims}
	a.mem.Len, other.mem.Len = c.g.m, c.g.m
	from := c.pick(t)
	c.b.For("j", nil, c.g.m, 0, func(b *seg.Builder, j *core.Var) {
		b.Store(a.mem, seg.At(j), from)
		b.Store(other.mem, seg.At(j), from)
	}).Par = true
	c.b.For("j", nil, c.g.m, 0, func(b *seg.Builder, j *core.Var) {
		in := c.inner(b)
		in.index = append(in.index, index{j, c.g.m})
		if c.g.IntN(3) == 0 {
			in.know(b.Load("pull", other.mem, 0, seg.At(j)))
		}
		x := b.Op("x", prim.Mul, t, in.pick(t), b.Op("f", prim.To(t), prim.I64, j))
		add := func(m *seg.Mem, at core.Atom, val core.Atom) {
			b.Add(&seg.Update{Mem: m, At: seg.At(at), Op: prim.Add, Val: val, Ordered: true})
		}
		for range 1 + c.g.IntN(3) {
			switch c.g.IntN(4) {
			case 0, 1:
				add(a.mem, core.IntC(0), b.Op("minus", prim.Neg, t, x))
			case 2:
				add(other.mem, j, in.pick(t))
			case 3:
				b.Store(other.mem, seg.At(j), x)
			}
		}
		if c.g.IntN(3) > 0 {
			add(a.mem, j, x)
		}
	})
	c.blocks = append(c.blocks, a, other)
}

// flagLoop is a loop of no or one iteration.
func (c *code) flagLoop() {
	once := c.b.Op("once", prim.To(prim.I64), prim.Bool, c.pick(prim.Bool))
	v := c.b.Var("v", core.Prim(prim.F64), c.pick(prim.F64))
	s := c.b.For("j", nil, once, 0, func(b *seg.Builder, j *core.Var) {
		b.Set(v, b.Op("w", prim.Add, prim.F64, b.Op("f", prim.To(prim.F64), prim.I64, j), v))
	})
	s.Elems = true
	c.know(v)
}

// product is a product of a matrix and the transpose of one, all of them n by m, as a kernel or as a nest in a task; there it may be added to
// what is there already. There may be another fold beside it, or one around it, whose results it then is summed up into.
func (g *gen) product() {
	var mats []array
	for _, a := range g.arrays {
		if len(a.dims) == 2 && a.mem.Elem == prim.F64 {
			mats = append(mats, a)
		}
	}
	x, y := mats[g.IntN(len(mats))], mats[g.IntN(len(mats))]
	k := &seg.Kernel{Kind: seg.Map}
	if g.IntN(2) == 0 {
		k.Kind = seg.Task
	}
	i, j, l := core.NewVar("i", core.I64), core.NewVar("j", core.I64), core.NewVar("l", core.I64)
	out := g.alloc(prim.F64, g.m, g.m)
	onto, two, rows := k.Kind == seg.Task && g.IntN(2) == 0, g.IntN(2) == 0, g.IntN(3) == 0
	col := j
	if rows {
		col = core.NewVar("q", core.I64)
	}
	if onto {
		all := core.NewVar("all", core.I64)
		g.host = append(g.host, &seg.HLet{V: all, Op: prim.Mul, T: prim.I64, Args: []core.Atom{g.m, g.m}},
			&seg.HFill{Dst: out.mem, N: all, Val: g.constant(prim.F64)})
	}
	op := prim.Add
	if g.o.Exact {
		op = prim.Max
	}
	at := func(i *core.Var) seg.Index {
		if g.IntN(2) == 0 {
			return seg.Index{{A: l, B: g.m}, {A: i}}
		}
		return seg.Index{{A: i, B: g.n}, {A: l}}
	}
	body := seg.Block(func(b *seg.Builder) {
		own := seg.Index{{A: i, B: g.m}, {A: j}}
		sum := b.Var("sum", core.Prim(prim.F64), core.Zero(prim.F64))
		f := &seg.Fold{I: l, Bound: g.n, Accs: []*core.Var{sum}, Ops: []*prim.Op{op}}
		if two {
			f.Accs, f.Ops = append(f.Accs, b.Var("sum", core.Prim(prim.F64), core.Zero(prim.F64))), append(f.Ops, op)
		}
		f.Body = seg.Block(func(b *seg.Builder) {
			e, d := b.Load("e", x.mem, 0, at(i)), b.Load("d", y.mem, 0, at(col))
			f.Vals = []core.Atom{b.Op("ed", prim.Mul, prim.F64, e, d)}
			if two {
				f.Vals = append(f.Vals, b.Op("ee", prim.Sub, prim.F64, d, e))
			}
		})
		if rows {
			f = g.around(f, col)
		}
		b.Add(f)
		if two {
			sum = b.Op("both", prim.Sub, prim.F64, sum, b.Op("sgn", prim.Sgn, prim.F64, f.Accs[1])) // which tiles compute point by point
		}
		if onto {
			k.Updates = []*seg.Mem{out.mem}
			sum = b.Op("all", op, prim.F64, b.Load("old", out.mem, 0, own), sum)
		}
		b.Add(&seg.Store{Mem: out.mem, At: own, Val: sum})
	})
	if k.Kind == seg.Task {
		k.Body = seg.Code{&seg.For{I: i, Bound: g.m, Par: true, Elems: true, Body: seg.Code{
			&seg.For{I: j, Bound: g.m, Par: true, Elems: true, Body: body}}}}
	} else {
		k.Space, k.Body = []seg.Dim{{I: i, N: g.m}, {I: j, N: g.m}}, body
	}
	g.launch(k)
	g.results = append(g.results, out)
}

// around is a fold of what a fold gives for each i below m; that one begins with nothing combined, as a rule.
func (g *gen) around(row *seg.Fold, i *core.Var) *seg.Fold {
	s := &seg.Fold{I: i, Bound: g.m, Accs: row.Accs, Ops: row.Ops}
	s.Body = seg.Block(func(b *seg.Builder) {
		row.Accs = nil
		for _, op := range s.Ops {
			none, _ := op.Neutral(prim.F64)
			switch g.IntN(6) {
			case 0:
				none = prim.Float(prim.F64, 1.5)
			case 1, 2:
				none = prim.Zero(prim.F64)
			}
			row.Accs = append(row.Accs, b.Var("row", core.Prim(prim.F64), core.Const{Scalar: none}))
		}
		if g.IntN(6) == 0 {
			b.Op("begun", prim.Neg, prim.F64, row.Accs[0])
		}
		b.Add(row)
		for _, v := range row.Accs {
			s.Vals = append(s.Vals, v)
			if g.IntN(6) == 0 {
				s.Vals[len(s.Vals)-1] = g.constant(prim.F64)
			}
		}
	})
	return s
}

// elementwise is a map that reads what earlier kernels have made at its own place, and little more.
func (g *gen) elementwise() {
	t := g.elem()
	k := &seg.Kernel{Kind: seg.Map}
	c := g.points(k, g.n)
	c.size = 2
	var sum core.Atom = g.constant(t)
	for _, a := range g.arrays {
		if len(a.dims) == 1 && a.dims[0] == core.Atom(g.n) && a.mem.Elem == t && g.IntN(2) == 0 {
			sum = c.b.Op("sum", prim.Sub, t, sum, c.b.Load("e", a.mem, 0, c.own(a)))
		}
	}
	out := g.alloc(t, g.n)
	c.b.Add(&seg.Store{Mem: out.mem, At: c.own(out), Val: sum})
	k.Body = c.b.Code
	g.launch(k)
	g.arrays = append(g.arrays, out)
}

// rowwise is a map whose points run along rows, and combine what they find there into accumulators: at the index of the loop, or at a row of
// their own.
func (g *gen) rowwise() {
	op, t := g.known()
	k := &seg.Kernel{Kind: seg.Map}
	c := g.points(k, g.n)
	c.size = g.IntN(4)
	c.statements()
	i := c.index[0].v
	var dests []array
	var ats []func(b *seg.Builder, j core.Atom) seg.Index
	row := c.b.Index("row", prim.Mul, i, g.m)
	for range 1 + g.IntN(2) {
		if g.IntN(2) == 0 {
			dests = append(dests, g.filled(t, g.m))
			ats = append(ats, func(_ *seg.Builder, j core.Atom) seg.Index { return seg.At(j) })
			continue
		}
		all := core.NewVar("all", core.I64)
		g.host = append(g.host, &seg.HLet{V: all, Op: prim.Mul, T: prim.I64, Args: []core.Atom{g.n, g.m}})
		dests = append(dests, g.filled(t, all))
		ats = append(ats, func(b *seg.Builder, j core.Atom) seg.Index { return seg.At(b.Op("at", prim.Add, prim.I64, row, j)) })
	}
	var privs []*seg.Mem
	for _, a := range dests {
		priv := seg.NewMem("acc", t, seg.Scratch)
		priv.Len = a.dims[0]
		acc := &seg.Acc{Dests: []*seg.Mem{a.mem}, Priv: []*seg.Mem{priv}, Len: priv.Len, Op: operator([]*prim.Op{op}, []prim.Type{t})}
		acc.Start = acc.Op.Neutral
		k.Accs, k.Updates, privs = append(k.Accs, acc), append(k.Updates, a.mem), append(privs, priv)
	}
	loop := c.b.For("j", nil, g.m, 0, func(b *seg.Builder, j *core.Var) {
		in := c.inner(b)
		in.index, in.size, in.depth = append(in.index, index{j, g.m}), g.IntN(3), 3
		in.statements()
		for x, priv := range privs {
			b.Add(&seg.Update{Mem: priv, At: ats[x](b, j), Op: op, Val: in.pick(t), Ordered: g.IntN(2) == 0})
		}
	})
	loop.Elems = g.IntN(2) == 0
	k.Body = c.b.Code
	g.launch(k)
	for _, a := range dests {
		if a.dims[0] == core.Atom(g.m) {
			g.arrays = append(g.arrays, a)
		} else {
			g.results = append(g.results, a)
		}
	}
}
