package chunk

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// scan: stage 0 reduces chunks, stage 1 (one thread) turns their results into what comes before
// each chunk, stage 2 scans the chunks from there. With one thread there is only stage 2.
func (s *spread) scan(b *seg.Builder) {
	s.results()
	s.start(b)
	b.If(s.isStage(b, 0), func(b *seg.Builder) {
		lo, hi := s.chunk(b, s.total(b))
		s.part(b, lo, hi)
		s.write(b, s.partials, seg.At(s.gid))
	}, func(b *seg.Builder) {
		b.If(s.isStage(b, 1), s.carry, s.prefixes)
	})
}

// carry turns the threads' results into what comes before them.
func (s *spread) carry(b *seg.Builder) {
	b.Quiet(nil, s.chunks, 1, func(b *seg.Builder, c *core.Var) {
		before := make([]core.Atom, len(s.partials))
		for j, v := range s.sums {
			before[j] = b.Var("before", v.Type, v)
		}
		s.join(b, s.partial(b, c))
		for j, m := range s.partials {
			b.Store(m, seg.At(c), before[j])
		}
	})
}

// prefixes scans the thread's points.
func (s *spread) prefixes(b *seg.Builder) {
	k := s.k
	total := s.total(b)
	lo, hi := s.chunk(b, total)
	b.If(b.Less(core.IntC(1), s.chunks), func(b *seg.Builder) { b.SetAll(s.sums, s.partial(b, s.gid)) }, nil)
	if k.Width > 0 {
		s.blocks(b, lo, hi)
		return
	}
	s.space(b, lo, hi, func(b *seg.Builder, at place) {
		s.step(b, at)
		i := at[k.Space[0].I]
		if k.Back {
			i = b.Index("place", prim.Sub, b.Index("last", prim.Sub, total, core.IntC(1)), i)
		}
		for j, v := range s.sums {
			if !k.Unread[j] {
				b.Store(k.Outs[j], seg.At(i), v)
			}
		}
		if a := k.After; a != nil {
			vars := place{a.At: i}
			for j, v := range a.Res {
				vars[v] = s.sums[j]
			}
			b.Inline(a.Body, vars, nil)
		}
	})
}

// blocks scans the thread's points in vectors.
func (s *spread) blocks(b *seg.Builder, lo, hi core.Atom) {
	k, w := s.k, int64(s.k.Width)
	b.For("i", lo, hi, w, func(b *seg.Builder, i *core.Var) {
		at := place{k.Space[0].I: i, k.Left: b.Index("left", prim.Min, b.Index("left", prim.Sub, hi, i), core.IntC(w))}
		for j, v := range k.Op.A {
			at[v] = s.sums[j]
		}
		b.Inline(k.Last, at, nil)
	})
}
