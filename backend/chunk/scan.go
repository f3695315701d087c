package chunk

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Chunks of scans]
//
// What a chunk begins with is what all chunks before it have in all. Threads sum up their chunks first, and then scan them: stages 0 and 2, between
// which one thread (stage 1) turns the sums into what comes before each. A single thread would compute each point twice. It goes through the chunks
// in their order, and does with each what the stages do, so that sums of floats have the same bits (stage 3):
//
//	before = ne
//	for each chunk
//	  sums = before; total = what is neutral
//	  for each of its points
//	    x = the point's value
//	    sums = sums op x;   total = total op x;   store sums
//	  before = before op total
//
// The two chains do not wait for each other. A cheap point of a primitive operator is computed twice all the same: many sums side by side (PartialSums)
// are faster than a chain. Where the order shows in no bits, a single thread has one chunk.

// scan: stage 0 reduces chunks, stage 1 (one thread) turns their results into what comes before
// each chunk, stage 2 scans the chunks from there; stage 3 (one thread) does all of it. With one chunk there is only stage 2.
func (s *spread) scan(b *seg.Builder) {
	s.results()
	s.start(b)
	b.If(s.isStage(b, 0), func(b *seg.Builder) {
		lo, hi := s.chunk(b, s.total(b))
		s.sum(b, lo, hi)
		s.write(b, s.partials, seg.At(s.gid))
	}, func(b *seg.Builder) {
		b.If(s.isStage(b, 1), s.carry, func(b *seg.Builder) {
			if !s.k.Rounds() {
				s.prefixes(b)
				return
			}
			b.If(s.isStage(b, 2), s.prefixes, s.through)
		})
	})
}

// twice reports whether one thread computes the points of a chunk twice: Note [Chunks of scans].
func (s *spread) twice() bool {
	return s.k.Op.Ops != nil && seg.Straight(s.k.Body) && !slices.ContainsFunc(s.k.Body, func(x seg.Stm) bool {
		l, ok := x.(*seg.Let)
		return ok && l.T.IsFloat() && (l.Op.Arity == 1 || l.Op == prim.Pow)
	})
}

// sum combines the points of a chunk into what the thread has.
func (s *spread) sum(b *seg.Builder, lo, hi core.Atom) {
	if !s.k.Rounds() || s.twice() || s.k.Op.Neutral == nil {
		s.part(b, lo, hi)
		return
	}
	s.space(b, lo, hi, s.step)
}

// through goes through all chunks.
func (s *spread) through(b *seg.Builder) {
	total, n := s.total(b), len(s.sums)
	b.For("c", nil, s.chunks, 1, func(b *seg.Builder, c *core.Var) {
		lo, hi := b.Part(total, c, s.chunks)
		before, chunk := make([]core.Atom, n), *s
		for j, v := range s.sums {
			before[j] = b.Var("before", v.Type, v)
		}
		chunk.sums = make([]*core.Var, n)
		for j, v := range s.sums {
			none := core.Atom(v)
			if s.k.Op.Neutral != nil {
				none = s.k.Op.Neutral[j]
			}
			chunk.sums[j] = b.Var("total", v.Type, none)
		}
		switch {
		case s.twice():
			chunk.sum(b, lo, hi)
			s.scanned(b, lo, hi, total, nil)
		case s.k.Op.Neutral != nil:
			s.scanned(b, lo, hi, total, chunk.join)
		default: // the chunk begins with its first element
			some := b.Var("some", core.Bool, core.BoolC(false))
			s.scanned(b, lo, hi, total, func(b *seg.Builder, vals []core.Atom) {
				b.If(some, func(b *seg.Builder) { chunk.join(b, vals) }, func(b *seg.Builder) {
					b.SetAll(chunk.sums, vals)
					b.Set(some, core.BoolC(true))
				})
			})
		}
		b.SetAll(s.sums, b.Combine(s.k.Op, before, core.Atoms(chunk.sums)))
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
	total := s.total(b)
	lo, hi := s.chunk(b, total)
	b.If(b.Less(core.IntC(1), s.chunks), func(b *seg.Builder) { b.SetAll(s.sums, s.partial(b, s.gid)) }, nil)
	if s.k.Width > 0 {
		s.blocks(b, lo, hi)
		return
	}
	s.scanned(b, lo, hi, total, nil)
}

// scanned scans points, whose values beside gets, too, if it is not nil.
func (s *spread) scanned(b *seg.Builder, lo, hi, total core.Atom, beside func(b *seg.Builder, vals []core.Atom)) {
	k := s.k
	s.space(b, lo, hi, func(b *seg.Builder, at place) {
		vals := s.point(b, at)
		s.join(b, vals)
		if beside != nil {
			beside(b, vals)
		}
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
