package chunk

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// results declares the memories for the threads' results.
func (s *spread) results() {
	for j, m := range s.k.Outs {
		s.partials = append(s.partials, s.memory(seg.ParamPartial, "partial", m, j))
	}
}

// start declares what the thread has. What comes first in the program is there once: one thread begins with it,
// several with what is neutral, or with an element; see Note [Neutral elements] in package seg.
func (s *spread) start(b *seg.Builder) {
	op := s.k.Op
	s.own.Vars = map[core.Atom]core.Atom{}
	var several core.Atom
	if op.Neutral != nil {
		several = b.Op("several", prim.And, prim.Bool, s.isStage(b, 0), b.Less(core.IntC(1), s.chunks))
	}
	for j, v := range op.A {
		ne := s.k.Ne[j]
		if several != nil {
			ne = b.Select("ne", several, op.Neutral[j], ne)
		}
		sum := b.Var(v.Name, v.Type, ne)
		s.sums, s.own.Vars[v] = append(s.sums, sum), sum
	}
}

// reduce: stage 0 reduces chunks, stage 1 (one thread) their results.
func (s *spread) reduce(b *seg.Builder) {
	s.results()
	s.start(b)
	b.If(s.isStage(b, 0), func(b *seg.Builder) {
		lo, hi := s.chunk(b, s.total(b))
		s.part(b, lo, hi)
		b.If(b.Equal(s.chunks, core.IntC(1)), func(b *seg.Builder) {
			s.write(b, s.k.Outs, nil)
		}, func(b *seg.Builder) {
			s.write(b, s.partials, seg.At(s.gid))
		})
	}, func(b *seg.Builder) {
		b.Quiet(nil, s.chunks, 1, func(b *seg.Builder, c *core.Var) { s.join(b, s.partial(b, c)) })
		s.write(b, s.k.Outs, nil)
	})
}

// partial is what thread c has.
func (s *spread) partial(b *seg.Builder, c core.Atom) []core.Atom {
	out := make([]core.Atom, len(s.partials))
	for j, m := range s.partials {
		out[j] = b.Load("partial", m, 0, seg.At(c))
	}
	return out
}

// write stores what the thread has.
func (s *spread) write(b *seg.Builder, to []*seg.Mem, at seg.Index) {
	for j, v := range s.sums {
		b.Store(to[j], at, v)
	}
}

// part combines the thread's points into what it has.
func (s *spread) part(b *seg.Builder, lo, hi core.Atom) {
	k := s.k
	switch {
	case k.Op.Arg != nil && seg.Straight(k.Body):
		s.best(b, lo, hi)
	case k.Op.Neutral == nil:
		s.partFrom(b, lo, hi)
	case k.Op.Ops == nil:
		s.space(b, lo, hi, s.step)
	case k.Width > 0 && k.Kind == seg.Reduce:
		b.Add(s.own.Code(k.Enter)...)
		s.space(b, lo, hi, nil)
		b.Add(s.own.Code(k.Leave)...)
	default:
		same, rest := s.once(k.Body, k.Space[0].I)
		fold := &seg.Fold{I: k.Space[0].I, From: lo, Bound: hi, Body: rest, Accs: s.sums, Ops: k.Op.Ops, Vals: k.Vals}
		sum := func(b *seg.Builder) { b.Add((&seg.Renaming{}).Code(append(same, fold))...) }
		if len(same) == 0 {
			sum(b)
			return
		}
		b.If(b.Less(lo, hi), sum, nil)
	}
}

// point computes what a point yields.
func (s *spread) point(b *seg.Builder, at place) []core.Atom { return b.Inline(s.k.Body, at, s.k.Vals) }

// at is the place of a point of a space of one dimension.
func (s *spread) at(i core.Atom) place { return place{s.k.Space[0].I: i} }

// step combines the value of one point into that.
func (s *spread) step(b *seg.Builder, at place) { s.join(b, s.point(b, at)) }

// join combines values into it.
func (s *spread) join(b *seg.Builder, vals []core.Atom) {
	b.SetAll(s.sums, b.Combine(s.k.Op, core.Atoms(s.sums), vals))
}

// mostTwice is how many statements are there twice to spare a loop a test.
const mostTwice = 40

// partFrom combines the thread's points, beginning with the first element if there are several threads: before the loop, or in it
// where there is much to compile.
func (s *spread) partFrom(b *seg.Builder, lo, hi core.Atom) {
	k, n := s.k, 0
	count := func(seg.Stm) { n++ }
	seg.Walk(k.Body, count)
	seg.Walk(k.Op.Body, count)
	if n > mostTwice {
		some := b.Var("some", core.Bool, b.Equal(s.chunks, core.IntC(1)))
		s.space(b, lo, hi, func(b *seg.Builder, at place) {
			vals := s.point(b, at)
			b.If(some, func(b *seg.Builder) { s.join(b, vals) }, func(b *seg.Builder) {
				b.SetAll(s.sums, vals)
				b.Set(some, core.BoolC(true))
			})
		})
		return
	}
	from := b.Var("from", core.I64, lo)
	b.If(b.Less(core.IntC(1), s.chunks), func(b *seg.Builder) {
		b.SetAll(s.sums, s.point(b, s.at(lo)))
		b.Set(from, b.Index("from", prim.Add, lo, core.IntC(1)))
	}, nil)
	loop(b, k.Space[0].I, from, hi, func(b *seg.Builder, i *core.Var) { s.step(b, s.at(i)) })
}
