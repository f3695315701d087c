package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Rows packed inside]
//
// A row that depends on what the code of a point computes, as the input of a step of a recurrence does, is packed where it is known
// (Note [Packed rows]): before the outermost loop through which it stays the same,
//
//	for i < n                                     if 0 < n
//	  fold j < m into sum by add                    for j < m   rows[j] = x[at + j]
//	    yield w[i*m + j] * x[at + j]     becomes  for i < n
//	                                                fold j < m into sum by add
//	                                                  yield w[i*m + j] * rows[j]
//
// so that it is gathered once. What the loop checks, or does under conditions, it may not read, so that it has neither; and loops that update what
// lanes share go along rows as they are (Note [Loop interchange]).

// rowsInside is a kernel with rows packed before the loops that read them again and again.
func rowsInside(k *seg.Kernel) *seg.Kernel {
	f := &innerPacker{packer: newPacker(k)}
	code := f.code(k.Body)
	if !f.any {
		return k
	}
	return withBody(k, code)
}

type innerPacker struct {
	*packer
	any bool
}

// outerLoop is one through which rows may stay the same.
type outerLoop struct {
	bound   map[core.Atom]bool // by the code in it
	written map[*seg.Mem]bool  // by the code in it
	packs   []*innerPack
}

// innerPack is a row of each lane that is packed, if loops have iterations.
type innerPack struct {
	to, from *seg.Mem
	at       seg.Index
	n        core.Atom
	some     []core.Atom // the bounds of these loops
}

// code is code with rows packed, before outer loops if they stay the same.
func (f *innerPacker) code(c seg.Code) seg.Code {
	b := &seg.Builder{}
	for _, s := range c {
		if l, ok := s.(*seg.For); ok && f.atom(l.Bound) == uniform && l.FromZero() && !core.IsInt(l.Bound, 1) && runs(l.Body) {
			out, n := newOuterLoop(l), *l
			n.Body = f.inside(out, l.Body, []core.Atom{l.Bound})
			for _, p := range out.packs {
				p.pack(b, p.some)
				f.any = true
			}
			s = &n
		}
		b.Add(s.Map(seg.Mapper{Code: f.code}))
	}
	return b.Code
}

// runs reports whether code has neither checks nor conditions.
func runs(c seg.Code) bool {
	ok := true
	seg.Walk(c, func(s seg.Stm) {
		switch s.(type) {
		case *seg.Check, *seg.If, *seg.While, *seg.Reserve:
			ok = false
		default: // runs, once or in loops
		}
	})
	return ok
}

func newOuterLoop(l *seg.For) *outerLoop {
	out := &outerLoop{bound: boundIn(l.Body), written: map[*seg.Mem]bool{}}
	out.bound[l.I] = true
	seg.Walk(l.Body, func(s seg.Stm) {
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, a seg.Access) {
			if a&seg.Writes != 0 {
				out.written[m] = true
			}
		}})
	})
	return out
}

// inside is code in an outer loop, and in others with such bounds, whose loops read packed rows.
func (f *innerPacker) inside(out *outerLoop, c seg.Code, some []core.Atom) seg.Code {
	loop := func(i *core.Var, n core.Atom, body seg.Code) seg.Code {
		if f.bound[n] {
			return body
		}
		return f.inside(out, f.rows(out, i, n, body, some), append(slices.Clone(some), n))
	}
	in := slices.Clone(c)
	for k, s := range c {
		switch s := s.(type) {
		case *seg.For:
			if n := *s; s.FromZero() {
				n.Body = loop(s.I, s.Bound, s.Body)
				in[k] = &n
			}
		case *seg.Fold:
			if n := *s; s.From == nil {
				n.Body = loop(s.I, s.Bound, s.Body)
				in[k] = &n
			}
		default: // no loop
		}
	}
	return in
}

// rows is the body of a loop over i < n that reads packed rows where it reads rows of each lane that stay the same through the outer loop.
func (f *innerPacker) rows(out *outerLoop, i *core.Var, n core.Atom, body seg.Code, some []core.Atom) seg.Code {
	if slices.ContainsFunc(body, func(s seg.Stm) bool { u, ok := s.(*seg.Update); return ok && f.shared[u.Mem] }) {
		return body
	}
	in := slices.Clone(body)
	for k, s := range body {
		l, ok := s.(*seg.Load)
		if !ok || l.Mem.Space != seg.Device || out.written[l.Mem] {
			continue
		}
		along := slices.Index(l.At, seg.Term{A: i})
		if p := f.index(l.At); p.kind == uniform || p.unit() || along < 0 {
			continue
		}
		if at := slices.Delete(slices.Clone(l.At), along, along+1); !at.Mentions(i) && !uses(at, out.bound) {
			in[k] = &seg.Load{V: l.V, Mem: out.row(l.Mem, at, n, some), At: seg.At(i)}
		}
	}
	return in
}

// row is the block of a packed row.
func (out *outerLoop) row(from *seg.Mem, at seg.Index, n core.Atom, some []core.Atom) *seg.Mem {
	for _, p := range out.packs {
		if p.from == from && p.n == n && slices.Equal(p.at, at) && slices.Equal(p.some, some) {
			return p.to
		}
	}
	m := seg.NewMem("rows", from.Elem, seg.Scratch)
	m.Len = n
	out.packs = append(out.packs, &innerPack{m, from, at, n, some})
	return m
}

// pack copies the row, where all of some loops have iterations.
func (p *innerPack) pack(b *seg.Builder, some []core.Atom) {
	if len(some) > 0 {
		b.If(b.Less(core.IntC(0), some[0]), func(b *seg.Builder) { p.pack(b, some[1:]) }, nil)
		return
	}
	l := b.For("j", nil, p.n, 0, func(b *seg.Builder, j *core.Var) {
		b.Store(p.to, seg.At(j), b.Load("e", p.from, 0, append(p.at[:len(p.at):len(p.at)], seg.Term{A: j})))
	})
	l.Elems = true
}
