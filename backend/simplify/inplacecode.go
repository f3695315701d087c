package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// write is the code in the place of the loop.
func (l *inPlace) write() seg.Code {
	b := l.h.b
	var ok core.Atom
	require := func(c core.Atom) {
		if ok != nil {
			c = b.Op("ok", prim.And, prim.Bool, ok, c)
		}
		ok = c
	}
	for _, p := range l.apart {
		require(l.oneOrApart(l.h.op(prim.Sub, l.at(p[0]), l.at(p[1]))))
	}
	end := l.ends(b, require)
	pieces := seg.Block(func(b *seg.Builder) { l.pieces(b, end) })
	if ok == nil {
		b.Add(pieces...)
		return b.Code
	}
	b.Add(&seg.If{Cond: ok, Then: pieces, Else: seg.Code{l.loop}})
	return b.Code
}

// oneOrApart is the condition that rows with so much between them are one row, or have nothing in common.
func (l *inPlace) oneOrApart(d core.Atom) core.Atom {
	less := l.h.op(prim.Sub, l.loop.Bound, core.IntC(1))
	near := l.h.inRange(l.h.op(prim.Add, d, less), l.h.op(prim.Add, less, l.loop.Bound))
	return l.h.b.Op("apart", prim.Or, prim.Bool, l.h.b.Equal(d, core.IntC(0)), l.h.b.Not(near))
}

// at is the number that an index comes to, which may be out of range if the loop has no iteration.
func (l *inPlace) at(x seg.Index) core.Atom {
	var sum core.Atom = core.IntC(0)
	for _, t := range x {
		a := t.A
		if t.B != nil {
			a = l.h.op(prim.Mul, t.A, t.B)
		}
		sum = l.h.op(prim.Add, sum, a)
	}
	return sum
}

// ends is where the first piece of the loop ends, nil if it is one piece. There is only one such place, which is required.
func (l *inPlace) ends(b *seg.Builder, require func(core.Atom)) core.Atom {
	var end, found core.Atom
	for k := 0; k < len(l.meets); k += 2 {
		p, a := l.at(l.meets[k]), l.at(l.meets[k+1])
		if l.down {
			p, a = a, p
		}
		at := l.h.op(prim.Sub, p, a)
		in := l.h.inRange(at, l.loop.Bound)
		if len(l.reads) > 0 {
			at = l.h.op(prim.Add, at, core.IntC(1))
		}
		if end == nil {
			end, found = b.Select("end", in, at, l.loop.Bound), in
			continue
		}
		both := b.Op("both", prim.And, prim.Bool, found, in)
		require(b.Op("same", prim.Or, prim.Bool, b.Not(both), b.Equal(end, at)))
		end, found = b.Select("end", in, at, end), b.Op("found", prim.Or, prim.Bool, found, in)
	}
	return end
}

// pieces are the loop in one piece, or two.
func (l *inPlace) pieces(b *seg.Builder, end core.Atom) {
	if end == nil {
		l.piece(b, core.IntC(0), l.loop.Bound)
		return
	}
	b.For("piece", nil, core.IntC(2), 1, func(b *seg.Builder, k *core.Var) {
		first := b.Equal(k, core.IntC(0))
		lo, hi := b.Select("lo", first, core.IntC(0), end), b.Select("hi", first, end, l.loop.Bound)
		b.If(b.Less(lo, hi), func(b *seg.Builder) { l.piece(b, lo, hi) }, nil)
	})
}

// piece is the iterations from lo to hi, of which there are some if a place stays.
func (l *inPlace) piece(b *seg.Builder, lo, hi core.Atom) {
	q := core.NewVar(l.loop.I.Name, core.I64)
	r := &rewriting{inPlace: l, q: q, vars: map[core.Atom]core.Atom{}, shift: lo}
	if l.down {
		r.shift = b.Index("shift", prim.Sub, core.IntC(1), hi)
	}
	for _, a := range l.all {
		if x, ok := a.stm.(*seg.Load); ok && l.reads[x.V] == a {
			r.vars[x.V] = b.Load(x.V.Name, a.mem, 0, a.base)
		}
	}
	in := &seg.Builder{}
	if r.vars[l.loop.I] = in.Index("i", prim.Add, lo, q); l.down {
		r.vars[l.loop.I] = in.Index("i", prim.Sub, in.Index("i", prim.Sub, hi, core.IntC(1)), q)
	}
	in.Add(r.code(l.body)...)
	in.Add(l.running.fold.Body...)
	sums := &seg.Fold{}
	sum := func(t prim.Type, val core.Atom) *core.Var {
		ne, _ := prim.Add.Neutral(t)
		v := b.Var("sum", core.Prim(t), core.Const{Scalar: ne})
		in.Set(v, in.Op("sum", prim.Add, t, v, val))
		return v
	}
	for _, s := range l.sums {
		sums.Accs = append(sums.Accs, sum(s.typ, s.val))
	}
	for k, v := range l.running.vars {
		sums.Accs = append(sums.Accs, sum(v.Type.Elem, l.running.fold.Vals[k]))
	}
	body := (&seg.Renaming{Vars: r.vars}).Code(pruned(in.Code))
	b.Add(&seg.For{I: q, Bound: b.Index("n", prim.Sub, hi, lo), Body: body, Par: len(sums.Accs) == 0, Apart: len(sums.Accs) > 0, Elems: l.loop.Elems})
	for k, s := range l.sums {
		old := b.Load("old", s.at.mem, 0, s.at.base)
		b.Store(s.at.mem, s.at.base, b.Op("new", prim.Add, s.typ, old, sums.Accs[k]))
	}
	for k, v := range l.running.vars {
		b.Set(v, b.Op("sum", l.running.ops[k], v.Type.Elem, v, sums.Accs[len(l.sums)+k]))
	}
}

// rewriting writes the body of a piece.
type rewriting struct {
	*inPlace
	q     *core.Var
	shift core.Atom
	vars  map[core.Atom]core.Atom
}

// code is code with indices that go with q.
func (r *rewriting) code(c seg.Code) (out seg.Code) {
	for _, s := range c {
		a := r.of[s]
		if r.gone[s] || r.links[s] || a != nil && !a.writes && r.reads[s.(*seg.Load).V] == a {
			continue
		}
		switch x := s.Map(seg.Mapper{Code: r.code}).(type) {
		case *seg.Load:
			x.At, x.Ordered = r.at(a), false
			s = x
		case *seg.Store:
			x.At = r.at(a)
			s = x
		default:
			s = x
		}
		out = append(out, s)
	}
	return out
}

// at is the index of an access.
func (r *rewriting) at(a *access) seg.Index {
	if a.step == 0 {
		return a.base
	}
	return slices.Clone(a.base).Plus(r.shift, core.IntC(1)).Plus(r.q, core.IntC(1))
}
