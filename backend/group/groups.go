package group

import (
	"maps"

	"raido/backend/contract"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Groups]
//
// The GPU shape runs a kernel with many work-items in groups. Items take points in turns, item g the points g,
// g+items, g+2*items and so on, so that neighbours in a group work on neighbours in memory; the dimension of the
// space that comes fastest is the one in which most accesses have step 1. Each stage is a function of its own, all with
// the same arguments: registers are scarce, and a function takes as many as its worst part.
//
//   - Scratch blocks of the items are interleaved: element e of item g is at e*items + g.
//   - A function with barriers must not be left before the last one. What may fail in it is in a Try of its own,
//     which a failure leaves; the item goes on with what it has, and the host looks at the failure words. All
//     items of a group look at the failure words through the eyes of the first: if something has failed before, there is
//     nothing to do for any of them, but they do come to all barriers. (They could leave together, but PoCL 3.1 then takes
//     parts of what follows for one item's only, and forgets or crashes in others.)
//   - The order of combination depends on the numbers of items and groups only, never on who comes first.

// Groups gives kernels their forms in groups.
func Groups(p *seg.Prog) *seg.Prog {
	if !p.Target.GPU {
		return p
	}
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		if k.Kind == seg.Task {
			return k
		}
		n := *k
		n.Form = form(k, p.Target)
		return &n
	})
}

// spread is a kernel that is spread over groups.
type spread struct {
	k        *seg.Kernel
	target   seg.Target
	form     *seg.Form
	barriers bool // the stage has barriers

	items, chunks, gid      *core.Var
	lid, lsize, group, halt *core.Var // of stages with barriers
	partials                []*seg.Mem
	locals                  []*seg.Mem            // an element of each component of the operator for each item
	copies                  map[*seg.Mem]*seg.Mem // of the blocks of accumulators: those of all items
}

func form(k *seg.Kernel, target seg.Target) *seg.Form {
	s := &spread{k: k, target: target, form: &seg.Form{Groups: true}, copies: map[*seg.Mem]*seg.Mem{}}
	s.items, s.chunks, s.gid = s.param(seg.ParamItems, "items"), s.param(seg.ParamChunks, "chunks"), s.param(seg.ParamThread, "thread")
	s.lid, s.lsize, s.group = s.param(seg.ParamItem, "item"), s.param(seg.ParamGroupSize, "size"), s.param(seg.ParamGroup, "group")
	s.halt = core.NewVar("halt", core.Bool)
	s.form.Params = append(s.form.Params, seg.Param{Kind: seg.ParamHalt, V: s.halt})
	switch {
	case k.Kind == seg.Reduce:
		s.reduce()
	case k.Kind == seg.Scan:
		s.scan()
	case len(k.Accs) > 0:
		s.accumulate()
	case k.Serial:
		s.serial()
	default:
		s.maps()
	}
	s.interleave()
	return s.form
}

func (s *spread) param(kind seg.ParamKind, name string) *core.Var {
	v := core.NewVar(name, core.I64)
	s.form.Params = append(s.form.Params, seg.Param{Kind: kind, V: v})
	return v
}

// memory is a new memory that a launch gives.
func (s *spread) memory(kind seg.ParamKind, name string, t prim.Type, of *seg.Mem, n int) *seg.Mem {
	space := seg.Device
	switch kind {
	case seg.ParamLocal, seg.ParamLocalAcc, seg.ParamLocalTile:
		space = seg.Local
	}
	m := seg.NewMem(name, t, space)
	s.form.Params = append(s.form.Params, seg.Param{Kind: kind, Mem: m, Of: of, N: n})
	return m
}

// maps: an item for each point, and where the points fold, groups for squares of points or for each point.
func (s *spread) maps() {
	s.stage(false, func(b *seg.Builder) { s.points(b, s.run(s.k.Body)) })
	if t := contract.SquareOf(s.k); t != nil {
		s.form.Squares = len(s.form.Stages)
		s.stage(true, func(b *seg.Builder) { s.squares(b, t) })
	}
	if r := rowFold(s.k); r != nil {
		s.form.Rows = &seg.FormRows{Stage: len(s.form.Stages), Bound: r.fold.Bound, AlongK: r.alongK()}
		s.stage(true, func(b *seg.Builder) { s.rows(b, r) })
	}
}

// stage adds a function.
func (s *spread) stage(barriers bool, f func(b *seg.Builder)) {
	s.barriers = barriers
	s.form.Stages = append(s.form.Stages, seg.FormStage{Body: seg.Block(f), Barriers: barriers})
}

func barrier(b *seg.Builder) { b.Add(&seg.Barrier{}) }

// try adds code that may fail where barriers follow.
func try(b *seg.Builder, f func(b *seg.Builder)) { b.Add(&seg.Try{Body: seg.Block(f)}) }

// total is the number of points of the space.
func (s *spread) total(b *seg.Builder) core.Atom {
	var n core.Atom = core.IntC(1)
	for _, d := range s.k.Space {
		n = b.Index("total", prim.Mul, n, d.N)
	}
	return n
}

// todo is how much a stage has to do.
func (s *spread) todo(b *seg.Builder, n core.Atom) core.Atom {
	if s.barriers {
		return b.Select("total", s.halt, core.IntC(0), n)
	}
	return n
}

// place says where a point is: what stands for the indices of the space.
type place map[core.Atom]core.Atom

// with is a place of which more is known.
func (p place) with(v, a core.Atom) place {
	out := maps.Clone(p)
	out[v] = a
	return out
}

// run is what the points do, as a function of where they are.
func (s *spread) run(body seg.Code) func(b *seg.Builder, p core.Atom, at place) {
	return func(b *seg.Builder, _ core.Atom, at place) { b.Inline(body, at, nil) }
}

// points runs body for the points of an item.
func (s *spread) points(b *seg.Builder, body func(b *seg.Builder, p core.Atom, at place)) {
	b.Stride(s.gid, s.todo(b, s.total(b)), s.items, func(b *seg.Builder, p *core.Var) {
		b.Add(&seg.Poll{})
		body(b, p, s.point(b, p))
	})
}

// point finds the indices of point p.
func (s *spread) point(b *seg.Builder, p core.Atom) place {
	dims, at := s.order(), place{}
	q := p
	for d := len(dims) - 1; d > 0; d-- {
		next := b.Index("q", prim.Quot, q, dims[d].N)
		at[dims[d].I] = b.Index("i", prim.Sub, q, b.Index("row", prim.Mul, next, dims[d].N))
		q = next
	}
	at[dims[0].I] = q
	return at
}

// order is the dimensions of the space with the fastest one last.
func (s *spread) order() []seg.Dim {
	dims := s.k.Space
	steps := &stepCount{of: map[*core.Var]*core.Var{}, count: map[*core.Var]int{}}
	for _, d := range dims {
		steps.of[d.I] = d.I
	}
	steps.code(s.k.Body, 1)
	best := len(dims) - 1
	for d := best - 1; d >= 0; d-- {
		if steps.count[dims[d].I] > steps.count[dims[best].I] {
			best = d
		}
	}
	out := append([]seg.Dim{}, dims[:best]...)
	return append(append(out, dims[best+1:]...), dims[best])
}

// stepCount counts the accesses to memory that have step 1 in a dimension.
type stepCount struct {
	of    map[*core.Var]*core.Var // the dimension with which a variable goes in steps of 1
	count map[*core.Var]int
}

// code counts those of code that runs so many times, as far as that matters.
func (s *stepCount) code(c seg.Code, times int) {
	for _, stm := range c {
		switch stm := stm.(type) {
		case *seg.Let:
			if stm.Op == prim.Add || stm.Op == prim.Sub {
				if v, ok := stm.Args[0].(*core.Var); ok && s.of[v] != nil {
					s.of[stm.V] = s.of[v]
				}
			}
		case *seg.Load:
			s.access(stm.Mem, stm.At, times)
		case *seg.Store:
			s.access(stm.Mem, stm.At, times)
		case *seg.For:
			s.code(stm.Body, min(8*times, 1<<20))
		case *seg.Fold:
			s.code(stm.Body, min(8*times, 1<<20))
		case *seg.While:
			s.code(stm.Body, min(8*times, 1<<20))
		case *seg.If:
			s.code(stm.Then, times)
			s.code(stm.Else, times)
		default: // what others do with memory does not matter much
		}
	}
}

func (s *stepCount) access(m *seg.Mem, x seg.Index, times int) {
	for _, t := range x {
		if v, ok := t.A.(*core.Var); ok && t.B == nil && s.of[v] != nil && m.Space == seg.Device {
			s.count[s.of[v]] += times
		}
	}
}
