package chunk

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// best finds the best value of the thread's points and where it first occurs: of each block the best value, with
// many partial results, and only where it is better than that of all before, its place. A value that is not a number is
// never better.
func (s *spread) best(b *seg.Builder, lo, hi core.Atom) {
	k, lanes := s.k, int64(limits.Now.PartialSums)
	best, i := s.sums[0], k.Space[0].I
	top := seg.NewMem("top", best.Type.Elem, seg.Private)
	top.Len, top.Lanes = core.IntC(1), int(lanes)
	first := seg.At(core.IntC(0))
	pieces(b, lo, hi, i.Type.Elem, limits.Now.ArgBlock, func(b *seg.Builder, from, to core.Atom) {
		b.Quiet(nil, core.IntC(lanes), 1, func(b *seg.Builder, l *core.Var) { b.Store(top, seg.At(l), best) })
		whole := b.Index("whole", prim.Add, from, multiple(b, b.Index("n", prim.Sub, to, from), lanes))
		b.Quiet(from, whole, lanes, func(b *seg.Builder, i *core.Var) {
			b.Quiet(nil, core.IntC(lanes), 1, func(b *seg.Builder, l *core.Var) {
				s.take(b, top, s.at(b.Index("i", prim.Add, i, l)), l)
			}).Unroll = true // keeps them in registers
		})
		loop(b, i, whole, to, func(b *seg.Builder, i *core.Var) { s.take(b, top, s.at(i), core.IntC(0)) }).Quiet = true
		b.Quiet(core.IntC(1), core.IntC(lanes), 1, func(b *seg.Builder, l *core.Var) {
			x, y := b.Load("x", top, 0, seg.At(l)), b.Load("y", top, 0, first)
			b.Store(top, first, b.Select("z", s.better(b, x, y), x, y))
		}).Unroll = true
		x := b.Load("x", top, 0, first)
		b.If(s.better(b, x, best), func(b *seg.Builder) {
			b.Set(best, x)
			s.find(b, from, to)
		}, nil)
	})
}

// better is whether x is better than y.
func (s *spread) better(b *seg.Builder, x, y core.Atom) core.Atom {
	if s.k.Op.Arg == prim.Min {
		return b.Less(x, y)
	}
	return b.Less(y, x)
}

// take makes element l of top the value of a point if that is better.
func (s *spread) take(b *seg.Builder, top *seg.Mem, at place, l core.Atom) {
	v := s.point(b, at)[0]
	x := b.Load("x", top, 0, seg.At(l))
	b.Store(top, seg.At(l), b.Select("y", s.better(b, v, x), v, x))
}

// find finds the first point from one on that has the best value.
func (s *spread) find(b *seg.Builder, from, to core.Atom) {
	i, more := b.Var("i", core.I64, from), b.Var("more", core.Bool, core.BoolC(true))
	b.QuietWhile(func(*seg.Builder) core.Atom { return more }, func(b *seg.Builder) {
		v := s.point(b, s.at(i))[0]
		b.If(b.Equal(v, s.sums[0]), func(b *seg.Builder) {
			b.Set(s.sums[1], i)
			b.Set(more, core.BoolC(false))
		}, func(b *seg.Builder) {
			next := b.Index("next", prim.Add, i, core.IntC(1))
			b.Set(i, next)
			b.Set(more, b.Less(next, to))
		})
	})
}

// multiple is the largest multiple of each that is not above n.
func multiple(b *seg.Builder, n core.Atom, each int64) core.Atom {
	return b.Index("whole", prim.Mul, b.Index("times", prim.Quot, n, core.IntC(each)), core.IntC(each))
}
