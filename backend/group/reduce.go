package group

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// reduce: stage 0 reduces the points of each group, stage 1 (one group) the groups' results.
func (s *spread) reduce() {
	s.results()
	s.locals = s.local("l", 1)
	s.stage(true, func(b *seg.Builder) {
		total := s.todo(b, s.total(b))
		r := s.empty(b)
		try(b, func(b *seg.Builder) { s.fromTo(b, r, core.IntC(0), total, s.gid, s.items) })
		s.tree(b, r, b.Index("left", prim.Sub, total, b.Index("before", prim.Mul, s.group, s.lsize)))
		s.first(b, func(b *seg.Builder) {
			b.If(b.Equal(s.chunks, core.IntC(1)), func(b *seg.Builder) { s.afterNe(b, total) }, func(b *seg.Builder) {
				store(b, s.partials, s.group, load(b, s.locals, core.IntC(0)))
			})
		})
	})
	s.stage(true, func(b *seg.Builder) {
		total := s.todo(b, s.chunks)
		r := s.empty(b)
		s.ownPartials(b, total, func(b *seg.Builder, c core.Atom) { r.take(b, load(b, s.partials, c)) })
		s.tree(b, r, total)
		s.first(b, func(b *seg.Builder) { s.afterNe(b, total) })
	})
}

// afterNe writes the result of a reduction: what is given as neutral comes first, and is all if there is nothing.
func (s *spread) afterNe(b *seg.Builder, total core.Atom) {
	zero := core.IntC(0)
	store(b, s.k.Outs, zero, s.k.Ne)
	b.If(b.Less(zero, total), func(b *seg.Builder) {
		try(b, func(b *seg.Builder) { store(b, s.k.Outs, zero, b.Combine(s.k.Op, s.k.Ne, load(b, s.locals, zero))) })
	}, nil)
}
