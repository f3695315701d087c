package chunk

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// maps: stage 0 runs the points; with accumulators and several threads, stage 1 combines copies: the first thread works
// in the destinations.
func (s *spread) maps(b *seg.Builder) {
	if len(s.k.Accs) == 0 {
		s.points(b)
		return
	}
	for _, a := range s.k.Accs {
		for _, m := range a.Copies() {
			s.copies[m] = s.memory(seg.ParamCopies, m.Name+"_copies", m, 0)
		}
	}
	k := *s.k
	copied := func(b *seg.Builder) core.Atom { return b.Less(core.IntC(0), s.gid) }
	k.Body, k.Last = seg.AllThere(k.Body, k.Accs, copied), seg.AllThere(k.Last, k.Accs, copied)
	s.k = &k
	b.If(s.isStage(b, 0), func(b *seg.Builder) {
		s.ownCopies(b)
		s.points(b)
	}, func(b *seg.Builder) {
		for _, a := range s.k.Accs {
			s.combine(b, a)
		}
	})
}

// points runs the thread's points.
func (s *spread) points(b *seg.Builder) {
	x := s.k.Blocks
	if x == nil {
		s.each(b)
		return
	}
	r := &seg.Renaming{Vars: map[core.Atom]core.Atom{x.Thread: s.gid, x.Threads: s.chunks}}
	b.Add(r.Code(x.Body)...)
}

// each runs the thread's points one by one, or as many at once as are in vectors.
func (s *spread) each(b *seg.Builder) {
	lo, hi := s.chunk(b, s.total(b))
	b.Add(s.own.Code(s.k.Enter)...)
	s.space(b, lo, hi, func(b *seg.Builder, at place) { b.Inline(s.k.Body, at, nil) })
	b.Add(s.own.Code(s.k.Leave)...)
}

// ownCopies gives the thread its copies of the accumulators, to which nothing has been added yet; the first thread works in the destinations.
func (s *spread) ownCopies(b *seg.Builder) {
	first := b.Equal(s.gid, core.IntC(0))
	before := b.Index("before", prim.Sub, s.gid, core.IntC(1))
	for _, a := range s.k.Accs {
		own := seg.Index{{A: before, B: a.Len}}
		for j, m := range a.Priv {
			b.Add(&seg.Bind{Mem: m, Cond: first, Then: a.Dests[j], Else: s.copies[m], ElseAt: own})
		}
		if a.Has != nil {
			b.Add(&seg.Bind{Mem: a.Has, Then: s.copies[a.Has], ThenAt: own})
		}
	}
	b.If(b.Less(core.IntC(0), s.gid), func(b *seg.Builder) {
		for _, a := range s.k.Accs {
			own := map[*seg.Mem]*seg.Mem{}
			for _, m := range a.Copies() {
				own[m] = m
			}
			b.Quiet(nil, a.Len, 1, func(b *seg.Builder, i *core.Var) {
				b.NothingYet(a, own, seg.At(i))
			})
		}
	}, nil)
}

// combine folds the other threads' copies of accumulators into the destinations, in the order of the threads.
func (s *spread) combine(b *seg.Builder, a *seg.Acc) {
	lo, hi := s.chunk(b, a.Len)
	others := b.Index("others", prim.Sub, s.chunks, core.IntC(1))
	b.Quiet(lo, hi, 1, func(b *seg.Builder, i *core.Var) {
		sums := make([]*core.Var, len(a.Dests))
		for j, m := range a.Dests {
			sums[j] = b.Var("sum", core.Prim(m.Elem), b.Load("dest", m, 0, seg.At(i)))
		}
		b.Quiet(nil, others, 1, func(b *seg.Builder, c *core.Var) {
			own := seg.Index{{A: c, B: a.Len}, {A: i}}
			b.WhereAdded(a, s.copies, own, func(b *seg.Builder) {
				copied := make([]core.Atom, len(a.Priv))
				for j, m := range a.Priv {
					copied[j] = b.Load("copied", s.copies[m], 0, own)
				}
				b.SetAll(sums, b.Combine(a.Op, core.Atoms(sums), copied))
			})
		})
		for j, m := range a.Dests {
			b.Store(m, seg.At(i), sums[j])
		}
	})
}
