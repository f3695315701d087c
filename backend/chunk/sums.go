package chunk

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// PartialSums makes loops of folds. If the body is simple, many private sums for
// each break the chain of dependences and let compilers vectorise; the order is fixed all the same. Folds of folds of rows have one set of sums.
func PartialSums(p *seg.Prog) *seg.Prog {
	f := folds{p.Target}
	return pass(p, func(_ *seg.Kernel, c seg.Code) seg.Code { return f.code(c) })
}

type folds struct{ target seg.Target }

func (f folds) code(c seg.Code) seg.Code {
	b := &seg.Builder{}
	for _, s := range c {
		if x, ok := s.(*seg.Fold); ok && !f.target.GPU {
			if _, row := seg.PartialRow(x); row != nil {
				f.partial(b, x)
				continue
			}
		}
		s = within(s, f.code)
		if x, ok := s.(*seg.Fold); ok {
			f.fold(b, x)
		} else {
			b.Add(s)
		}
	}
	return b.Code
}

func (f folds) fold(b *seg.Builder, s *seg.Fold) {
	if s.Few() || !seg.Straight(s.Body) || f.target.GPU {
		loop(b, s.I, s.From, s.Bound, func(b *seg.Builder, i *core.Var) {
			vals := b.Inline(s.Body, map[core.Atom]core.Atom{s.I: i}, s.Vals)
			for j, a := range s.Accs {
				b.Set(a, b.Op("sum", s.Ops[j], a.Type.Elem, a, vals[j]))
			}
		}).Elems = true
		return
	}
	f.partial(b, s)
}

// partial folds into many sums and these into one.
func (f folds) partial(b *seg.Builder, s *seg.Fold) {
	lanes := int64(limits.Now.PartialSums)
	sums := make([]*seg.Mem, len(s.Accs))
	each := func(b *seg.Builder, f func(b *seg.Builder, m *seg.Mem, op *prim.Op)) {
		for j, m := range sums {
			f(b, m, s.Ops[j])
		}
	}
	for j, a := range s.Accs {
		sums[j] = seg.NewMem("sums", a.Type.Elem, seg.Private)
		sums[j].Len, sums[j].Lanes = core.IntC(1), int(lanes)
		ne, _ := s.Ops[j].Neutral(a.Type.Elem)
		b.Quiet(nil, core.IntC(lanes), 1, func(b *seg.Builder, l *core.Var) {
			b.Store(sums[j], seg.At(l), core.Const{Scalar: ne})
		}).Unroll = true
	}
	f.into(b, s, sums)
	for n := lanes / 2; n > 0; n /= 2 {
		b.Quiet(nil, core.IntC(n), 1, func(b *seg.Builder, l *core.Var) {
			each(b, func(b *seg.Builder, m *seg.Mem, op *prim.Op) {
				x, y := b.Load("x", m, 0, seg.At(l)), b.Load("y", m, 0, seg.Index{{A: l}, {A: core.IntC(n)}})
				b.Store(m, seg.At(l), b.Op("sum", op, m.Elem, x, y))
			})
		}).Unroll = true
	}
	for j, a := range s.Accs {
		x := b.Load("sum", sums[j], 0, seg.At(core.IntC(0)))
		b.Set(a, b.Op("sum", s.Ops[j], a.Type.Elem, a, x))
	}
}

// into folds into the sums: in the innermost fold of rows, iterations go to sums in turn.
func (f folds) into(b *seg.Builder, s *seg.Fold, sums []*seg.Mem) {
	if before, row := seg.PartialRow(s); row != nil {
		loop(b, s.I, s.From, s.Bound, func(b *seg.Builder, i *core.Var) {
			at := map[core.Atom]core.Atom{s.I: i}
			in := (&seg.Renaming{Vars: at}).Code(append(slices.Clone(before), row))
			b.Add(in[:len(in)-1]...)
			f.into(b, in[len(in)-1].(*seg.Fold), sums)
		})
		return
	}
	lanes, from := int64(limits.Now.PartialSums), s.From
	if from == nil {
		from = core.IntC(0)
	}
	end := b.Index("end", prim.Add, from, multiple(b, b.Index("n", prim.Sub, s.Bound, from), lanes))
	f.blocks(b, from, end, func(b *seg.Builder, first *core.Var) {
		b.Quiet(nil, core.IntC(lanes), 1, func(b *seg.Builder, l *core.Var) {
			addTo(b, s, sums, b.Index("i", prim.Add, first, l), l)
		}).Unroll = true // keeps the sums in registers
	})
	loop(b, s.I, end, s.Bound, func(b *seg.Builder, i *core.Var) { addTo(b, s, sums, i, core.IntC(0)) }).Quiet = true
}

// addTo adds the values of iteration i to element l of the sums.
func addTo(b *seg.Builder, s *seg.Fold, sums []*seg.Mem, i, l core.Atom) {
	vals := b.Inline(s.Body, map[core.Atom]core.Atom{s.I: i}, s.Vals)
	for j, m := range sums {
		x := b.Load("x", m, 0, seg.At(l))
		b.Store(m, seg.At(l), b.Op("sum", s.Ops[j], m.Elem, x, vals[j]))
	}
}

// blocks adds a loop in steps of as many as there are sums, in which threads look now and then whether something has failed.
func (f folds) blocks(b *seg.Builder, from, end core.Atom, body func(b *seg.Builder, first *core.Var)) {
	steps := func(b *seg.Builder, from, to core.Atom) {
		b.Quiet(from, to, int64(limits.Now.PartialSums), body)
	}
	if f.target.Small {
		steps(b, from, end)
		return
	}
	pieces(b, from, end, prim.I64, limits.Now.Block, steps)
}
