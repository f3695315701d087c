package group

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// sums is what a thread has of the components of the operator.
type sums struct {
	op   *seg.Operator
	vars []*core.Var
	some *core.Var // whether there is anything, where the operator has no neutral elements
}

// empty declares sums to which nothing has been added yet.
func (s *spread) empty(b *seg.Builder) *sums {
	r := &sums{op: s.k.Op}
	from := s.k.Op.Neutral
	if from == nil {
		from = s.k.Ne // never looked at
		r.some = b.Var("some", core.Bool, core.BoolC(false))
	}
	r.vars = s.declare(b, from)
	return r
}

// declare declares variables of the components.
func (s *spread) declare(b *seg.Builder, init []core.Atom) []*core.Var {
	out := make([]*core.Var, len(init))
	for j, a := range init {
		out[j] = b.Var("x", core.Prim(s.k.Op.A[j].Type.Elem), a)
	}
	return out
}

// take adds values.
func (r *sums) take(b *seg.Builder, vals []core.Atom) {
	join := func(b *seg.Builder) { b.SetAll(r.vars, b.Combine(r.op, core.Atoms(r.vars), vals)) }
	if r.some == nil {
		join(b)
		return
	}
	b.If(r.some, join, func(b *seg.Builder) {
		b.SetAll(r.vars, vals)
		b.Set(r.some, core.BoolC(true))
	})
}

// load reads an element of each memory.
func load(b *seg.Builder, ms []*seg.Mem, at core.Atom) []core.Atom {
	out := make([]core.Atom, len(ms))
	for j, m := range ms {
		out[j] = b.Load("x", m, 0, seg.At(at))
	}
	return out
}

// store writes an element of each memory.
func store[A core.Atom](b *seg.Builder, ms []*seg.Mem, at core.Atom, vals []A) {
	for j, m := range ms {
		b.Store(m, seg.At(at), vals[j])
	}
}

// local is local memory of n elements of each component for each item.
func (s *spread) local(name string, n int) []*seg.Mem {
	out := make([]*seg.Mem, len(s.k.Op.A))
	for j, v := range s.k.Op.A {
		out[j] = s.memory(seg.ParamLocal, name, v.Type.Elem, nil, n)
	}
	return out
}

// results declares the memories for the groups' results.
func (s *spread) results() {
	for j, m := range s.k.Outs {
		s.partials = append(s.partials, s.memory(seg.ParamPartial, "partial", m.Elem, nil, j))
	}
}

// fromTo combines the points from lo to hi: in turns if any order will do, else each item a part of its own.
func (s *spread) fromTo(b *seg.Builder, r *sums, lo, hi, me, of core.Atom) {
	k := s.k
	point := func(b *seg.Builder, i core.Atom) []core.Atom {
		b.Add(&seg.Poll{})
		return b.Inline(k.Body, place{k.Space[0].I: i}, k.Vals)
	}
	if k.Op.Ops != nil {
		b.Stride(b.Index("i", prim.Add, lo, me), hi, of, func(b *seg.Builder, i *core.Var) {
			for j, v := range point(b, i) {
				x := r.vars[j]
				b.Set(x, b.Op("sum", k.Op.Ops[j], x.Type.Elem, x, v))
			}
		})
		return
	}
	ownLo, ownHi := b.Part(b.Index("n", prim.Sub, hi, lo), me, of)
	ownLo, ownHi = b.Index("lo", prim.Add, lo, ownLo), b.Index("hi", prim.Add, lo, ownHi)
	b.Quiet(ownLo, ownHi, 1, func(b *seg.Builder, i *core.Var) { r.take(b, point(b, i)) })
}

// doubling adds a loop over distances 1, 2, 4, ... below the size of the group.
func (s *spread) doubling(b *seg.Builder, body func(b *seg.Builder, step *core.Var)) {
	step := b.Var("step", core.I64, core.IntC(1))
	b.QuietWhile(func(b *seg.Builder) core.Atom { return b.Less(step, s.lsize) }, func(b *seg.Builder) {
		body(b, step)
		b.Set(step, b.Index("next", prim.Mul, step, core.IntC(2)))
	})
}

// tree combines the items' sums in their order into element 0 of local memory. Those of the first n items are something.
func (s *spread) tree(b *seg.Builder, r *sums, n core.Atom) {
	l := s.locals
	store(b, l, s.lid, r.vars)
	filled := b.Index("filled", prim.Min, s.lsize, n)
	s.doubling(b, func(b *seg.Builder, step *core.Var) {
		barrier(b)
		left := b.Index("left", prim.Mul, b.Index("left", prim.Mul, core.IntC(2), step), s.lid)
		right := b.Index("right", prim.Add, left, step)
		b.If(b.Less(right, filled), func(b *seg.Builder) {
			try(b, func(b *seg.Builder) { store(b, l, left, b.Combine(s.k.Op, load(b, l, left), load(b, l, right))) })
		}, nil)
	})
	barrier(b)
}

// ownPartials runs body for the item's part of the groups' results.
func (s *spread) ownPartials(b *seg.Builder, total core.Atom, body func(b *seg.Builder, c core.Atom)) {
	try(b, func(b *seg.Builder) {
		lo, hi := b.Part(total, s.lid, s.lsize)
		b.Quiet(lo, hi, 1, func(b *seg.Builder, c *core.Var) { body(b, c) })
	})
}

// first runs body in the first item of the group.
func (s *spread) first(b *seg.Builder, body func(b *seg.Builder)) {
	b.If(b.Equal(s.lid, core.IntC(0)), body, nil)
}

// between is whether lo < x < hi.
func between(b *seg.Builder, lo, x, hi core.Atom) core.Atom {
	return b.Op("between", prim.And, prim.Bool, b.Less(lo, x), b.Less(x, hi))
}
