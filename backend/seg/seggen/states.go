package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// states is a task as a step of a recurrence over a few states and its adjoint make it: each state looks at all others down a column, keeps something
// for each in a block of its own, has a row of a table, and adds to all others; then the table is read, by rows or by columns.
func (g *gen) states() {
	op, t := g.known()
	s := &states{g: g, op: op, t: t, all: core.NewVar("all", core.I64)}
	g.host = append(g.host, &seg.HLet{V: s.all, Op: prim.Mul, T: prim.I64, Args: []core.Atom{g.n, g.m}})
	s.from, s.sums, s.out = g.filled(t, s.all).mem, g.filled(t, g.m), g.alloc(t, g.n)
	s.kept, s.table = seg.NewMem("kept", t, seg.Scratch), seg.NewMem("table", t, seg.Scratch)
	s.kept.Len, s.table.Len = g.m, s.all
	k := &seg.Kernel{Kind: seg.Task, Updates: []*seg.Mem{s.sums.mem}}
	b := &seg.Builder{}
	b.For("i", nil, g.n, 0, s.point).Elems = true
	last := g.alloc(t, g.m)
	b.For("k", nil, g.m, 0, func(b *seg.Builder, k *core.Var) {
		z := s.fold(b, g.n, func(b *seg.Builder, i *core.Var) core.Atom { return b.Load("e", s.table, 0, s.row(i, k)) })
		b.Add(&seg.Store{Mem: last.mem, At: seg.At(k), Val: z})
	}).Elems = true
	k.Body = b.Code
	g.launch(k)
	g.arrays = append(g.arrays, s.sums, s.out, last)
}

type states struct {
	g           *gen
	op          *prim.Op
	t           prim.Type
	all         *core.Var
	from        *seg.Mem
	sums, out   array
	kept, table *seg.Mem
}

// row is a place in the table.
func (s *states) row(i, k core.Atom) seg.Index { return seg.Index{{A: i, B: s.g.m}, {A: k}} }

// fold folds values for all indices below n.
func (s *states) fold(b *seg.Builder, n core.Atom, val func(b *seg.Builder, i *core.Var) core.Atom) *core.Var {
	ne, _ := s.op.Neutral(s.t)
	f := &seg.Fold{I: core.NewVar("q", core.I64), Bound: n, Ops: []*prim.Op{s.op}}
	f.Accs = []*core.Var{b.Var("all", core.Prim(s.t), core.Const{Scalar: ne})}
	in := &seg.Builder{}
	f.Vals = []core.Atom{val(in, f.I)}
	f.Body = in.Code
	b.Add(f)
	return f.Accs[0]
}

// element is what state i looks at for state k.
func (s *states) element(b *seg.Builder, i, k core.Atom) core.Atom {
	e := b.Load("e", s.from, 0, seg.Index{{A: k, B: s.g.n}, {A: i}})
	d := b.Op("d", prim.To(s.t), prim.I64, b.Op("d", prim.Sub, prim.I64, b.Op("d", prim.Mul, prim.I64, k, core.IntC(3)), i))
	return b.Op("x", prim.Sub, s.t, e, d)
}

// point is what state i does.
func (s *states) point(b *seg.Builder, i *core.Var) {
	g := s.g
	each := func(par bool, f func(b *seg.Builder, k *core.Var)) {
		l := b.For("k", nil, g.m, 0, f)
		l.Elems, l.Par = true, par
	}
	best := s.fold(b, g.m, func(b *seg.Builder, k *core.Var) core.Atom { return s.element(b, i, k) })
	each(true, func(b *seg.Builder, k *core.Var) {
		x := b.Op("x", prim.Sub, s.t, s.element(b, i, k), best)
		if s.t.IsFloat() {
			x = b.Op("x", prim.Sgn, s.t, x)
		}
		b.Add(&seg.Store{Mem: s.kept, At: seg.At(k), Val: x})
	})
	sum := s.fold(b, g.m, func(b *seg.Builder, k *core.Var) core.Atom { return b.Load("e", s.kept, 0, seg.At(k)) })
	each(true, func(b *seg.Builder, k *core.Var) {
		x := b.Op("x", prim.Sub, s.t, b.Load("e", s.kept, 0, seg.At(k)), sum)
		b.Add(&seg.Store{Mem: s.table, At: s.row(i, k), Val: x})
	})
	update, from := g.IntN(2) == 0, g.IntN(2) == 0
	each(false, func(b *seg.Builder, k *core.Var) {
		x := b.Load("x", s.kept, 0, seg.At(k))
		if from {
			x = b.Load("x", s.table, 0, s.row(i, k))
		}
		if update {
			b.Add(&seg.Update{Mem: s.sums.mem, At: seg.At(k), Op: s.op, Val: x})
			return
		}
		old := b.Load("old", s.sums.mem, 0, seg.At(k))
		b.Add(&seg.Store{Mem: s.sums.mem, At: seg.At(k), Val: b.Op("new", s.op, s.t, old, x)})
	})
	if g.IntN(2) == 0 { // what only some lanes do
		b.If(b.Op("some", prim.Lt, s.t, best, sum), func(b *seg.Builder) { b.Set(sum, best) }, nil)
	}
	b.Add(&seg.Store{Mem: s.out.mem, At: seg.At(i), Val: sum})
}
