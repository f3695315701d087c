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
	k.Body, k.Last = s.telling(k.Body), s.telling(k.Last)
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

// points runs the thread's points: in blocks, if there are enough of them.
func (s *spread) points(b *seg.Builder) {
	x := s.k.Blocks
	if x == nil {
		s.each(b)
		return
	}
	r := &seg.Renaming{Vars: map[core.Atom]core.Atom{x.Thread: s.gid, x.Threads: s.chunks}}
	b.Add(r.Code(x.Pre)...)
	b.If(r.Atom(x.Few), s.each, func(b *seg.Builder) { b.Add(r.Code(x.Body)...) })
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
			b.Quiet(nil, a.Len, 1, func(b *seg.Builder, i *core.Var) {
				if a.Has != nil {
					b.Store(a.Has, seg.At(i), core.BoolC(false))
					return
				}
				for j, m := range a.Priv {
					b.Store(m, seg.At(i), a.Start[j])
				}
			})
		}
	}, nil)
}

// telling is code in which all of what the first thread works in is there.
func (s *spread) telling(c seg.Code) seg.Code {
	if c == nil {
		return nil
	}
	out := make(seg.Code, len(c))
	for i, x := range c {
		out[i] = within(x, s.telling)
	}
	for i := 0; i < len(out); i++ {
		l, ok := out[i].(*seg.Load)
		if !ok || !s.tells(l.Mem) {
			continue
		}
		b := &seg.Builder{}
		copied := b.Less(core.IntC(0), s.gid)
		b.Add(&seg.Decl{V: l.V, Init: core.BoolC(true)})
		b.If(copied, func(b *seg.Builder) {
			x := *l
			x.V = core.NewVar("has", core.Bool)
			b.Add(&x)
			b.Set(l.V, x.V)
		}, nil)
		out = append(out[:i:i], append(b.Code, out[i+1:]...)...)
		i += len(b.Code) - 1
	}
	return out
}

// tells reports whether a memory tells where there is something.
func (s *spread) tells(m *seg.Mem) bool {
	for _, a := range s.k.Accs {
		if a.Has == m && m != nil {
			return true
		}
	}
	return false
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
			s.whereAdded(b, a, own, func(b *seg.Builder) {
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

// whereAdded runs body if something has been added to an element of a copy, or where that makes no difference.
func (s *spread) whereAdded(b *seg.Builder, a *seg.Acc, own seg.Index, body func(b *seg.Builder)) {
	last := len(a.Priv) - 1
	switch {
	case a.Has != nil:
		b.If(b.Load("has", s.copies[a.Has], 0, own), body, nil)
	case a.Op.Neutral == nil:
		b.If(b.Not(b.Equal(b.Load("copied", s.copies[a.Priv[last]], 0, own), a.Start[last])), body, nil)
	default:
		body(b)
	}
}
