package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// lastRead is an array of one dimension or two, and a map of the same dimensions that is the last to read it: at the places of its points, so
// that it may write over them, or at others', so that it may not.
type lastRead struct {
	g       *gen
	in, out array
	i       *core.Var // of the point
	before  core.Atom // what the point has read before it writes, if not nil
	strange int       // one of so many reads is at a place that is not the point's own; 0 for none
}

func (g *gen) lastRead() {
	columns := core.Atom(g.n)
	if g.IntN(2) == 0 {
		columns = core.IntC(1 + g.Int64N(4))
	}
	dims := []core.Atom{g.n, columns}[:1+min(1, g.IntN(3))]
	t := g.elem()
	l := &lastRead{g: g, in: g.alloc(t, dims...), strange: g.IntN(4)}
	k := &seg.Kernel{Kind: seg.Map}
	c := g.points(k, dims...)
	c.size = 2
	c.statements()
	c.b.Add(&seg.Store{Mem: l.in.mem, At: l.at(c.index[0].v, c.index[len(dims)-1].v), Val: c.load(t)})
	k.Body = c.b.Code
	g.launch(k)
	l.out = g.alloc(t, dims...)
	k = &seg.Kernel{Kind: seg.Map}
	space := 1 + g.IntN(len(dims))
	c = g.points(k, dims[:space]...)
	l.i = c.index[0].v
	if space == len(dims) {
		l.element(c.b, c.index[space-1].v)
	} else {
		if l.strange > 0 && g.IntN(2) == 0 {
			l.before = l.nextRow(c.b)
		}
		for range 1 + g.IntN(2) { // the second loop reads after the first one has written
			c.b.For("j", nil, columns, 0, l.element)
		}
	}
	k.Body = c.b.Code
	g.launch(k)
	g.arrays = append(g.arrays, l.out)
}

// element computes the element of the result at the point, or in its row at j.
func (l *lastRead) element(b *seg.Builder, j *core.Var) {
	sum := core.Atom(l.g.constant(l.in.mem.Elem))
	read := func(b *seg.Builder) {
		if len(l.in.dims) == 2 && l.strange > 0 && l.g.IntN(2*l.strange) == 0 {
			sum = b.Op("sum", prim.Add, l.in.mem.Elem, sum, l.nextRow(b))
			return
		}
		sum = b.Op("sum", prim.Add, l.in.mem.Elem, sum, b.Load("e", l.in.mem, 0, l.place(b, j)))
	}
	for range 1 + l.g.IntN(2) {
		read(b)
	}
	if l.before != nil {
		sum = b.Op("sum", prim.Add, l.in.mem.Elem, sum, l.before)
	}
	b.Add(&seg.Store{Mem: l.out.mem, At: l.at(l.i, j), Val: sum})
	if l.strange > 0 && l.g.IntN(4) == 0 {
		read(b)
		b.Add(&seg.Store{Mem: l.out.mem, At: l.at(l.i, j), Val: sum})
	}
}

// nextRow is the first element of the next row, by its place in the row of the point.
func (l *lastRead) nextRow(b *seg.Builder) core.Atom {
	x := b.Var("x", core.Prim(l.in.mem.Elem), core.Zero(l.in.mem.Elem))
	next := b.Index("next", prim.Add, l.i, core.IntC(1))
	b.If(b.Op("more", prim.Lt, prim.I64, next, l.g.n), func(b *seg.Builder) { b.Set(x, b.Load("e", l.in.mem, 0, l.at(l.i, l.in.dims[1]))) }, nil)
	return x
}

// at is a place in the arrays by its row and column.
func (l *lastRead) at(i, j core.Atom) seg.Index {
	if len(l.in.dims) == 1 {
		return seg.At(j)
	}
	return seg.Index{{A: i, B: l.in.dims[1]}, {A: j}}
}

// place is where the operand is read.
func (l *lastRead) place(b *seg.Builder, j core.Atom) seg.Index {
	i := core.Atom(l.i)
	if l.strange == 0 || l.g.IntN(l.strange) > 0 {
		return l.at(i, j)
	}
	columns := l.in.dims[len(l.in.dims)-1]
	last := b.Index("last", prim.Sub, columns, core.IntC(1))
	switch l.g.IntN(6) {
	case 0:
		if columns == core.Atom(l.g.n) {
			return l.at(j, i)
		}
	case 1: // backward
		if len(l.in.dims) == 1 {
			return seg.Index{{A: last}, {A: j, B: core.IntC(-1)}}
		}
		return l.at(i, b.Index("back", prim.Sub, last, j))
	case 2:
		return l.at(b.Index("back", prim.Sub, b.Index("last", prim.Sub, l.g.n, core.IntC(1)), i), j)
	case 3: // the next one
		return l.at(i, b.Index("next", prim.Min, last, b.Index("next", prim.Add, j, core.IntC(1))))
	}
	return l.at(i, core.IntC(0))
}
