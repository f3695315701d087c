package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

const (
	reach  = 2 // how far a cell reads and writes from its own place
	narrow = 3 // the length of rows that lie over each other
)

// nest is a task over the cells of a matrix, each of which reads and writes near its own place.
func (g *gen) nest() {
	size := func(op *prim.Op, x, y core.Atom) *core.Var {
		v := core.NewVar("size", core.I64)
		g.host = append(g.host, &seg.HLet{V: v, Op: op, T: prim.I64, Args: []core.Atom{x, y}})
		return v
	}
	rows, columns := core.Atom(g.n), core.Atom(g.m)
	if g.IntN(2) == 0 {
		rows, columns = columns, rows
	}
	c := &cell{gen: g, t: []prim.Type{prim.F64, prim.F64, prim.F32}[g.IntN(3)], op: prim.Max,
		tall: size(prim.Add, rows, core.IntC(2*reach)), wide: size(prim.Add, columns, core.IntC(2*reach))}
	if !g.o.Exact && g.IntN(2) == 0 {
		c.op = prim.Sub
	}
	k := &seg.Kernel{Kind: seg.Task}
	for range 1 + g.IntN(3) {
		a := g.filled(c.t, size(prim.Mul, size(prim.Add, c.tall, core.IntC(narrow)), size(prim.Add, c.wide, core.IntC(narrow))))
		c.mems, c.ways = append(c.mems, a.mem), append(c.ways, g.IntN(6))
		k.Updates = append(k.Updates, a.mem)
		g.results = append(g.results, a)
	}
	down, right := g.IntN(2) == 0, g.IntN(2) == 0
	end := size(prim.Sub, rows, core.IntC(1))
	last := size(prim.Sub, columns, core.IntC(1))
	b := &seg.Builder{}
	b.For("i", nil, rows, 0, func(b *seg.Builder, i *core.Var) {
		if down {
			i = b.Op("row", prim.Sub, prim.I64, end, i)
		}
		first := core.Atom(c.constant(c.t))
		if c.ways[0] == 1 && g.IntN(2) == 0 {
			first = b.Load("first", c.mems[0], 0, c.near(b, 0, i, nil))
		}
		if g.IntN(3) == 0 {
			c.check(b, i, columns)
		}
		b.For("j", nil, columns, 0, func(b *seg.Builder, j *core.Var) {
			if right {
				j = b.Op("column", prim.Sub, prim.I64, last, j)
			}
			c.statements(b, i, j, first)
		})
	})
	k.Body = b.Code
	g.launch(k)
}

// cell is what the cells of a nest have in common.
type cell struct {
	*gen
	t          prim.Type
	op         *prim.Op
	tall, wide *core.Var // of the matrices: those of the nest with a border
	mems       []*seg.Mem
	ways       []int // how they lie in memory
}

// check fails some rows, by their number or by what cells have written, which may be so many in a row.
func (c *cell) check(b *seg.Builder, i *core.Var, columns core.Atom) {
	b.If(b.Op("some", prim.Lt, prim.I64, core.IntC(c.Int64N(4)), columns), func(b *seg.Builder) {
		ok := b.Op("ok", prim.Lt, prim.I64, i, core.IntC(2+c.Int64N(12)))
		if c.IntN(2) == 0 {
			ok = b.Op("ok", prim.Le, c.t, b.Load("was", c.mems[0], 0, seg.Index{{A: i, B: c.wide}}), c.constant(c.t))
		}
		b.Add(&seg.Check{Cond: ok, Site: &seg.Site{Code: core.CodeAssert, Msg: "row %v", Types: []prim.Type{prim.I64}}, Args: []core.Atom{i}})
	}, nil)
}

func (c *cell) statements(b *seg.Builder, i, j *core.Var, val core.Atom) {
	for range 1 + c.IntN(4) {
		k := c.IntN(len(c.mems))
		e := b.Load("e", c.mems[k], 0, c.near(b, k, i, j))
		val = b.Op("val", c.op, c.t, b.Op("sin", prim.Sin, c.t, e), val)
	}
	for range 1 + c.IntN(3) {
		k := c.IntN(len(c.mems))
		at := c.near(b, k, i, j)
		switch c.IntN(3) {
		case 0:
			b.Store(c.mems[k], at, val)
		case 1:
			b.Store(c.mems[k], at, b.Op("new", c.op, c.t, val, b.Load("old", c.mems[k], 0, at)))
		default:
			b.Add(&seg.Update{Mem: c.mems[k], At: at, Op: prim.Max, Val: val})
		}
	}
}

// near is a place near that of a cell: in a matrix by rows, by columns, by rows or columns that lie over each other, or in a vector of rows or columns.
func (c *cell) near(b *seg.Builder, k int, i, j *core.Var) seg.Index {
	move := func(x *core.Var) core.Atom {
		return b.Op("at", prim.Add, prim.I64, x, core.IntC(c.Int64N(2*reach)))
	}
	y := move(i)
	if c.ways[k] == 1 {
		return seg.At(y)
	}
	x := move(j)
	switch c.ways[k] {
	case 0:
		return seg.Index{{A: x, B: c.tall}, {A: y}}
	case 2:
		return seg.At(x)
	case 3:
		return seg.Index{{A: y, B: core.IntC(narrow)}, {A: x}}
	case 4:
		return seg.Index{{A: x, B: core.IntC(narrow)}, {A: y}}
	}
	return seg.Index{{A: y, B: c.wide}, {A: x}}
}
