package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// sequences is a map whose points each go through a sequence of their own length, as recurrent networks and their adjoints do: each step reads a row of a
// matrix again and again, makes a new state of a few numbers, and keeps the old one; then the steps are gone back, and what is kept is added to an
// accumulator.
func (g *gen) sequences() {
	op := []*prim.Op{prim.Max, prim.Min, prim.Add}[g.IntN(3)]
	if g.o.Exact && op == prim.Add {
		op = prim.Max
	}
	s := &sequences{states: states{g: g, op: op, t: prim.F64, from: g.arrays[3].mem}, ints: g.arrays[1].mem, vec: g.arrays[2].mem}
	all := core.NewVar("all", core.I64)
	g.host = append(g.host, &seg.HLet{V: all, Op: prim.Mul, T: prim.I64, Args: []core.Atom{g.m, core.IntC(longest)}})
	s.out, s.sums = g.alloc(prim.F64, g.n), g.filled(prim.F64, g.m)
	s.h, s.made, s.kept = seg.NewMem("h", prim.F64, seg.Scratch), seg.NewMem("made", prim.F64, seg.Scratch), seg.NewMem("tape", prim.F64, seg.Scratch)
	s.h.Len, s.made.Len, s.kept.Len = g.m, g.m, all
	k := &seg.Kernel{Kind: seg.Map}
	if g.IntN(4) > 0 {
		s.acc = seg.NewMem("acc", prim.F64, seg.Scratch)
		s.acc.Len = g.m
		acc := &seg.Acc{Dests: []*seg.Mem{s.sums.mem}, Priv: []*seg.Mem{s.acc}, Len: g.m, Op: operator([]*prim.Op{op}, []prim.Type{prim.F64})}
		acc.Start = acc.Op.Neutral
		k.Accs, k.Updates = []*seg.Acc{acc}, []*seg.Mem{s.sums.mem}
	}
	c := g.points(k, g.n)
	s.point(c.b, c.index[0].v)
	k.Body = c.b.Code
	g.launch(k)
	g.arrays = append(g.arrays, s.out, s.sums)
}

// longest is one more than a sequence has steps at most.
const longest = 5

type sequences struct {
	states
	ints, vec, h, made, acc *seg.Mem
}

// each is a loop over the numbers of a state.
func (s *sequences) each(b *seg.Builder, f func(b *seg.Builder, j *core.Var)) {
	b.For("j", nil, s.g.m, 0, f).Elems = true
}

// point goes through the sequence of a point, and back.
func (s *sequences) point(b *seg.Builder, i core.Atom) {
	g := s.g
	steps := b.Op("len", prim.Mod, prim.I64, b.Load("e", s.ints, 0, seg.At(i)), core.IntC(longest))
	s.each(b, func(b *seg.Builder, j *core.Var) { b.Store(s.h, seg.At(j), b.Load("e", s.vec, 0, seg.At(j))) })
	b.For("t", nil, steps, 0, func(b *seg.Builder, t *core.Var) { s.step(b, i, t) })
	if s.acc != nil {
		left := b.Var("left", core.I64, steps)
		b.While(func(b *seg.Builder) core.Atom { return b.Less(core.IntC(0), left) }, func(b *seg.Builder) {
			b.Set(left, b.Op("t", prim.Sub, prim.I64, left, core.IntC(1)))
			s.back(b, i, left)
		})
	}
	sum := s.fold(b, g.m, func(b *seg.Builder, j *core.Var) core.Atom { return b.Load("e", s.h, 0, seg.At(j)) })
	b.Store(s.out.mem, seg.At(i), sum)
}

// row is where the row of a step begins.
func (s *sequences) row(b *seg.Builder, i, t core.Atom) core.Atom {
	r := b.Op("r", prim.Mod, prim.I64, b.Op("r", prim.Add, prim.I64, i, t), s.g.n)
	return b.Op("row", prim.Mul, prim.I64, r, s.g.m)
}

// input is number q of the row.
func (s *sequences) input(b *seg.Builder, row, q core.Atom) core.Atom {
	return b.Load("x", s.from, 0, seg.Index{{A: row}, {A: q}})
}

// step makes a new state.
func (s *sequences) step(b *seg.Builder, i, t core.Atom) {
	g := s.g
	row := s.row(b, i, t)
	for range 1 + g.IntN(2) {
		s.each(b, func(b *seg.Builder, j *core.Var) {
			sum := s.fold(b, g.m, func(b *seg.Builder, q *core.Var) core.Atom {
				return b.Op("y", prim.Sub, prim.F64, s.input(b, row, q), b.Load("h", s.h, 0, seg.At(q)))
			})
			b.Store(s.made, seg.At(j), b.Op("new", prim.Min, prim.F64, b.Op("new", prim.Sub, prim.F64, sum, b.Load("v", s.vec, 0, seg.At(j))), core.Const{Scalar: prim.Float(prim.F64, 9)}))
		})
	}
	if g.IntN(2) == 0 { // not all of it is new
		s.each(b, func(b *seg.Builder, j *core.Var) {
			x := b.Load("e", s.made, 0, seg.At(j))
			b.If(b.Op("some", prim.Lt, prim.F64, x, s.input(b, row, j)), func(b *seg.Builder) { b.Store(s.made, seg.At(j), core.Zero(prim.F64)) }, nil)
		})
	}
	s.each(b, func(b *seg.Builder, j *core.Var) {
		b.Store(s.kept, seg.Index{{A: t, B: g.m}, {A: j}}, b.Load("h", s.h, 0, seg.At(j)))
	})
	s.each(b, func(b *seg.Builder, j *core.Var) { b.Store(s.h, seg.At(j), b.Load("e", s.made, 0, seg.At(j))) })
}

// back adds what a step has kept to the accumulator.
func (s *sequences) back(b *seg.Builder, i, t core.Atom) {
	row, fresh := s.row(b, i, t), s.g.IntN(2) == 0
	if fresh {
		s.each(b, func(b *seg.Builder, j *core.Var) { b.Store(s.made, seg.At(j), s.input(b, row, j)) })
	}
	s.each(b, func(b *seg.Builder, j *core.Var) {
		x := b.Load("kept", s.kept, 0, seg.Index{{A: t, B: s.g.m}, {A: j}})
		if fresh {
			x = b.Op("x", prim.Sub, prim.F64, x, b.Load("e", s.made, 0, seg.At(j)))
		}
		b.Add(&seg.Update{Mem: s.acc, At: seg.At(j), Op: s.op, Val: x})
	})
}
