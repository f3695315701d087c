package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// index is a variable that runs from 0 below a bound.
type index struct {
	v *core.Var
	n core.Atom
}

// code is thread code that is being made.
type code struct {
	g       *gen
	k       *seg.Kernel
	b       *seg.Builder
	size    int // statements to come, roughly
	depth   int
	index   []index
	scalars []core.Atom // that are known
	blocks  []array     // of the thread, with contents
}

// inner is code inside of a statement, which knows what is known there.
func (c *code) inner(b *seg.Builder) *code {
	in := *c
	in.b, in.size, in.depth = b, c.size/2, c.depth+1
	in.index, in.scalars = c.index[:len(c.index):len(c.index)], c.scalars[:len(c.scalars):len(c.scalars)]
	in.blocks = c.blocks[:len(c.blocks):len(c.blocks)]
	return &in
}

// know adds a scalar to what is known.
func (c *code) know(a core.Atom) core.Atom {
	c.scalars = append(c.scalars, a)
	return a
}

// pick is a scalar of a type.
func (c *code) pick(t prim.Type) core.Atom {
	for range 6 {
		if len(c.scalars) > 0 {
			if a := c.scalars[c.g.IntN(len(c.scalars))]; a.AtomType().Elem == t {
				return a
			}
		}
	}
	switch {
	case t == prim.Bool:
		u := c.g.elem()
		return c.know(c.b.Op("c", []*prim.Op{prim.Lt, prim.Le, prim.Eq}[c.g.IntN(3)], u, c.pick(u), c.pick(u)))
	case c.g.IntN(2) == 0:
		return c.load(t)
	case t == prim.I64 && len(c.index) > 0:
		return c.index[c.g.IntN(len(c.index))].v
	}
	return c.g.constant(t)
}

// load is an element of some array of a type, or a constant if there is none.
func (c *code) load(t prim.Type) core.Atom {
	for range 8 {
		all := c.g.arrays
		if len(c.blocks) > 0 && c.g.IntN(2) == 0 {
			all = c.blocks
		}
		a := all[c.g.IntN(len(all))]
		if a.mem.Elem != t || c.changes(a.mem) {
			continue
		}
		at := c.any(a)
		if c.g.IntN(3) > 0 {
			at = c.own(a)
		}
		return c.know(c.b.Load("e", a.mem, 0, at))
	}
	return c.g.constant(t)
}

// changes reports whether the kernel changes a memory, so that points may not read it.
func (c *code) changes(m *seg.Mem) bool {
	for _, u := range c.k.Updates {
		if u == m {
			return true
		}
	}
	return false
}

// own is the place of an array at indices of the same bounds, as far as there are some.
func (c *code) own(a array) seg.Index {
	return c.at(a, func(n core.Atom) core.Atom {
		for j := range c.index {
			if x := c.index[len(c.index)-1-j]; x.n == n {
				return x.v
			}
		}
		return c.clamp(c.pick(prim.I64), n)
	})
}

// any is any place of an array.
func (c *code) any(a array) seg.Index {
	return c.at(a, func(n core.Atom) core.Atom { return c.clamp(c.pick(prim.I64), n) })
}

func (c *code) at(a array, pick func(n core.Atom) core.Atom) (x seg.Index) {
	for j, n := range a.dims {
		if j > 0 && j < len(a.dims) {
			for i := range x {
				x[i].B = n // two dimensions at most
			}
		}
		x = append(x, seg.Term{A: pick(n)})
	}
	return x
}

// clamp is a number from 0 to n-1.
func (c *code) clamp(x, n core.Atom) core.Atom {
	last := c.b.Index("last", prim.Sub, n, core.IntC(1))
	return c.b.Op("at", prim.Max, prim.I64, core.IntC(0), c.b.Op("low", prim.Min, prim.I64, x, last))
}

// statements adds statements.
func (c *code) statements() {
	for c.size > 0 {
		c.size--
		kinds := 14
		if c.depth > 2 {
			kinds = 7
		}
		switch n := c.g.IntN(kinds); n {
		case 0, 1, 2, 3:
			c.let()
		case 4:
			t := c.g.elem()
			c.know(c.b.Select("s", c.pick(prim.Bool), c.pick(t), c.pick(t)))
		case 5:
			c.load(c.g.elem())
		case 6:
			c.check()
		case 7:
			c.branch()
		case 8:
			c.fold()
		case 9:
			c.loop()
		case 10:
			c.while()
		case 11:
			c.block()
		default:
			c.idiom()
		}
	}
}

// let applies an operator that does not fail.
func (c *code) let() {
	t := c.g.elem()
	ops := []*prim.Op{prim.Add, prim.Sub, prim.Mul, prim.Min, prim.Max, prim.Neg, prim.Abs}
	if t.IsInt() {
		ops = append(ops, prim.And, prim.Xor, prim.Or, prim.To(prim.F64))
	} else {
		ops = append(ops, prim.Sqrt, prim.Exp, prim.Sin)
	}
	op := ops[c.g.IntN(len(ops))]
	args := make([]core.Atom, op.Arity)
	for i := range args {
		args[i] = c.pick(op.OperandType(t, i))
	}
	c.know(c.b.Op("x", op, t, args...))
}

// check is one that holds.
func (c *code) check() {
	x := c.pick(prim.I64)
	v := c.b.Op("abs", prim.Max, prim.I64, x, core.IntC(0))
	ok := c.b.Op("ok", prim.Le, prim.I64, core.IntC(0), v)
	c.b.Add(&seg.Check{Cond: ok, Site: &seg.Site{Code: core.CodeAssert, Msg: "%v is not %v", Types: []prim.Type{prim.I64, prim.I64}, Src: diag.Span{}},
		Args: []core.Atom{v, x}})
}

// branch sets a variable in the branches of an if.
func (c *code) branch() {
	t := c.g.elem()
	v := c.b.Var("v", core.Prim(t), c.pick(t))
	set := func(b *seg.Builder) {
		in := c.inner(b)
		in.statements()
		b.Set(v, in.pick(t))
	}
	els := set
	if c.g.IntN(2) == 0 {
		els = nil
	}
	c.b.If(c.pick(prim.Bool), set, els)
	c.know(v)
}

// bound is the length of a loop.
func (c *code) bound() core.Atom {
	switch n := c.g.IntN(3); {
	case n == 0 || c.depth > 0:
		return core.IntC(c.g.Int64N(6))
	case n == 1:
		return c.g.n
	}
	return c.g.m
}

// fold combines values of a loop.
func (c *code) fold() {
	op, t := c.g.known()
	n := c.bound()
	v := c.b.Var("sum", core.Prim(t), c.pick(t))
	i := core.NewVar("j", core.I64)
	s := &seg.Fold{I: i, Bound: n, Accs: []*core.Var{v}, Ops: []*prim.Op{op}}
	s.Body = seg.Block(func(b *seg.Builder) {
		in := c.inner(b)
		in.index = append(in.index, index{i, n})
		in.statements()
		s.Vals = []core.Atom{in.pick(t)}
	})
	c.b.Add(s)
	c.know(v)
}

// loop changes a variable from iteration to iteration.
func (c *code) loop() {
	t, n := c.g.elem(), c.bound()
	v := c.b.Var("v", core.Prim(t), c.pick(t))
	s := c.b.For("j", nil, n, 0, func(b *seg.Builder, i *core.Var) {
		in := c.inner(b)
		in.index = append(in.index, index{i, n})
		in.know(v)
		in.statements()
		b.Set(v, in.pick(t))
	})
	if c.g.IntN(4) == 0 {
		s.From, s.Step = core.IntC(c.g.Int64N(3)), 1+c.g.Int64N(3)
	}
	c.know(v)
}

// while counts down.
func (c *code) while() {
	left := c.b.Var("left", core.I64, core.IntC(c.g.Int64N(5)))
	c.b.While(func(b *seg.Builder) core.Atom { return b.Op("go", prim.Lt, prim.I64, core.IntC(0), left) }, func(b *seg.Builder) {
		in := c.inner(b)
		in.know(left)
		in.statements()
		b.Set(left, b.Op("less", prim.Sub, prim.I64, left, core.IntC(1)))
	})
}

// block fills a block of the thread, which later statements read.
func (c *code) block() {
	t, space := c.g.elem(), seg.Private
	n := core.Atom(core.IntC(1 + c.g.Int64N(5)))
	if c.g.IntN(2) == 0 {
		n, space = c.g.m, seg.Scratch
	}
	m := seg.NewMem("row", t, space)
	m.Len = n
	a := array{mem: m, dims: []core.Atom{n}}
	var total *core.Var // the sum of one value of each point, if there is one
	if t != prim.Bool && c.g.IntN(3) == 0 {
		total = c.b.Var("total", core.Prim(t), c.pick(t))
	}
	s := c.b.For("j", nil, n, 0, func(b *seg.Builder, i *core.Var) {
		in := c.inner(b)
		in.index = append(in.index, index{i, n})
		in.statements()
		b.Add(&seg.Store{Mem: m, At: in.own(a), Val: in.pick(t)})
		if total != nil {
			b.Set(total, b.Op("more", prim.Add, t, total, in.pick(t)))
		}
	})
	s.Par, s.Elems = total == nil, true
	if total != nil {
		c.know(total)
	}
	c.blocks = append(c.blocks, a)
	if c.g.IntN(2) == 0 {
		op, u := c.g.known()
		if u == t {
			c.b.Add(&seg.Update{Mem: m, At: c.any(a), Op: op, Val: c.pick(t), Ordered: true})
		}
	}
}
