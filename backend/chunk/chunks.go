package chunk

import (
	"maps"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Chunks gives kernels forms in which each thread has a part of the points; later passes finish the code.
func Chunks(p *seg.Prog) *seg.Prog {
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		if p.Target.GPU && k.Kind != seg.Task {
			return k
		}
		n := *k
		n.Form = form(k)
		if k.Lanes != nil {
			lanes := *k.Lanes
			lanes.Form = form(k.Lanes)
			n.Lanes = &lanes
		}
		return &n
	})
}

// spread is a kernel that is spread over threads.
type spread struct {
	k                  *seg.Kernel
	form               *seg.Form
	stage, chunks, gid *core.Var
	sums               []*core.Var           // what the thread has: the left operands of the operator
	partials           []*seg.Mem            // results of threads
	own                seg.Renaming          // of what is there before the points of a kernel in lanes
	copies             map[*seg.Mem]*seg.Mem // of the blocks of accumulators: those of all threads
}

// form is the form of a kernel.
func form(k *seg.Kernel) *seg.Form {
	s := &spread{k: k, form: &seg.Form{}, copies: map[*seg.Mem]*seg.Mem{}}
	if k.Kind == seg.Task {
		s.form.Stages = []seg.FormStage{{Body: (&seg.Renaming{}).Code(k.Body)}}
		return s.form
	}
	s.stage = s.param(seg.ParamStage, core.NewVar("stage", core.Prim(prim.I32)))
	s.chunks = s.param(seg.ParamChunks, core.NewVar("chunks", core.I64))
	s.gid = s.param(seg.ParamThread, core.NewVar("thread", core.I64))
	body := seg.Block(func(b *seg.Builder) {
		switch k.Kind {
		case seg.Map:
			s.maps(b)
		case seg.Reduce:
			s.reduce(b)
		case seg.Scan:
			s.scan(b)
		}
	})
	s.form.Stages = []seg.FormStage{{Body: body}}
	return s.form
}

func (s *spread) param(kind seg.ParamKind, v *core.Var) *core.Var {
	s.form.Params = append(s.form.Params, seg.Param{Kind: kind, V: v})
	return v
}

// memory is a new memory that a launch gives.
func (s *spread) memory(kind seg.ParamKind, name string, of *seg.Mem, n int) *seg.Mem {
	m := seg.NewMem(name, of.Elem, seg.Device)
	s.form.Params = append(s.form.Params, seg.Param{Kind: kind, Mem: m, Of: of, N: n})
	return m
}

// isStage is whether the thread runs the stage of that number.
func (s *spread) isStage(b *seg.Builder, n int64) core.Atom {
	return b.Equal(s.stage, core.Const{Scalar: prim.Int(prim.I32, n)})
}

// total is the number of points of the space.
func (s *spread) total(b *seg.Builder) core.Atom {
	var n core.Atom = core.IntC(1)
	for _, d := range s.k.Space {
		n = b.Index("total", prim.Mul, n, d.N)
	}
	return n
}

// chunk is the thread's part of n things.
func (s *spread) chunk(b *seg.Builder, n core.Atom) (lo, hi core.Atom) {
	return b.Part(n, s.gid, s.chunks)
}

// place says where a point is: what stands for the indices of the space.
type place map[core.Atom]core.Atom

// space runs body for each point of a part, and what is the same for all points, or a row, once: Note [Once for many points].
func (s *spread) space(b *seg.Builder, lo, hi core.Atom, body func(b *seg.Builder, at place)) {
	indices := make([]*core.Var, len(s.k.Space))
	for d, x := range s.k.Space {
		indices[d] = x.I
	}
	s.with(b, place{}, lo, hi, indices, func(b *seg.Builder, same place) { s.rows(b, same, lo, hi, body) })
}

// rows: the innermost dimension is a plain loop; the others are counted on from row to row, without divisions.
func (s *spread) rows(b *seg.Builder, same place, lo, hi core.Atom, body func(b *seg.Builder, at place)) {
	dims := s.k.Space
	last := dims[len(dims)-1]
	if len(dims) == 1 {
		s.row(b, maps.Clone(same), lo, hi, body)
		return
	}
	p := b.Var("p", core.I64, lo)
	rows, from := s.first(b, lo)
	b.QuietWhile(func(b *seg.Builder) core.Atom { return b.Less(p, hi) }, func(b *seg.Builder) {
		at := maps.Clone(same)
		left := b.Index("to", prim.Add, from, b.Index("left", prim.Sub, hi, p))
		to := b.Index("to", prim.Min, last.N, left)
		for d, x := range rows {
			at[dims[d].I] = x
		}
		s.with(b, at, from, to, []*core.Var{last.I}, func(b *seg.Builder, at place) { s.row(b, at, from, to, body) })
		b.Set(p, b.Index("p", prim.Add, p, b.Index("done", prim.Sub, to, from)))
		b.Set(from, core.IntC(0))
		more := core.Atom(core.IntC(1))
		for d := len(rows) - 1; d > 0; d-- {
			next := b.Index("next", prim.Add, rows[d], more)
			over := b.Equal(next, dims[d].N)
			b.Set(rows[d], b.Select("i", over, core.IntC(0), next))
			more = b.Select("more", over, core.IntC(1), core.IntC(0))
		}
		b.Set(rows[0], b.Index("i", prim.Add, rows[0], more))
	})
}

// first gives variables for the row and the place in it where a part begins.
func (s *spread) first(b *seg.Builder, lo core.Atom) (rows []*core.Var, from *core.Var) {
	dims := s.k.Space
	divide := func(x, n core.Atom) (q, r core.Atom) { // of an empty space, too
		q = b.Index("q", prim.Quot, x, b.Index("n", prim.Max, n, core.IntC(1)))
		return q, b.Index("r", prim.Sub, x, b.Index("row", prim.Mul, q, n))
	}
	q, r := divide(lo, dims[len(dims)-1].N)
	from = b.Var("from", core.I64, r)
	rows = make([]*core.Var, len(dims)-1)
	for d := len(rows) - 1; d > 0; d-- {
		q, r = divide(q, dims[d].N)
		rows[d] = b.Var("i", core.I64, r)
	}
	rows[0] = b.Var("i", core.I64, q)
	return rows, from
}

// row runs body for points that are neighbours.
func (s *spread) row(b *seg.Builder, at place, from, to core.Atom, body func(b *seg.Builder, at place)) {
	last := s.k.Space[len(s.k.Space)-1]
	if s.k.Width > 0 {
		s.vectors(b, at, last, from, to)
		return
	}
	loop(b, last.I, from, to, func(b *seg.Builder, i *core.Var) {
		at[last.I] = i
		body(b, at)
	})
}

// vectors runs the body of a kernel in lanes for blocks of neighbours: as many as fit, and then the last points by other code, or from where
// they end, or the row does: then some are computed before or are another thread's.
func (s *spread) vectors(b *seg.Builder, at place, last seg.Dim, from, to core.Atom) {
	k, w := s.k, core.IntC(int64(s.k.Width))
	maps.Copy(at, s.own.Vars)
	if k.Last == nil {
		b.For("i", from, to, int64(k.Width), func(b *seg.Builder, i *core.Var) {
			at[last.I] = b.Index("i", prim.Min, i, b.Index("last", prim.Sub, last.N, w))
			b.Inline(k.Body, at, nil)
		})
		return
	}
	left := b.Index("left", prim.Rem, b.Index("n", prim.Sub, to, from), w)
	whole := b.Index("whole", prim.Sub, to, left)
	b.For("i", from, whole, int64(k.Width), func(b *seg.Builder, i *core.Var) {
		at[last.I] = i
		b.Inline(k.Body, at, nil)
	})
	b.If(b.Less(whole, to), func(b *seg.Builder) {
		at[last.I], at[k.Left] = whole, left
		b.Inline(k.Last, at, nil)
	}, nil)
}
