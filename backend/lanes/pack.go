package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Packed rows]
//
// Lanes that each go along a row of an array read places far apart. Where the rows are read again and again, by
// loops around the one that goes along them, they are first put side by side: element j of lane l to j*W + l.

// Packed packs the rows that lanes read again and again.
func Packed(p *seg.Prog) *seg.Prog {
	return eachFork(p, func(k *seg.Kernel) *seg.Kernel {
		f := newPacker(k)
		f.code(k.Body, nil, 0)
		if len(f.packs) == 0 {
			return rowsInside(k)
		}
		var body seg.Code
		for _, s := range f.packs {
			body = append(body, s)
		}
		return rowsInside(withBody(k, append(body, seg.Rewrite(k.Body, func(s seg.Stm) seg.Code {
			l, ok := s.(*seg.Load)
			if p := f.packed[asLoad(l, ok)]; p != nil {
				return seg.Code{&seg.Load{V: l.V, Mem: p.pack.To, At: seg.Index{{A: p.along}}}}
			}
			return seg.Code{s}
		})...)))
	})
}

func asLoad(l *seg.Load, ok bool) *seg.Load {
	if !ok {
		return nil
	}
	return l
}

// packer knows what the kernel's code binds, on what its checks depend, and what has been written to by where it looks.
type packer struct {
	*shapes
	bound, guards map[core.Atom]bool
	written       map[*seg.Mem]bool
	packs         []*seg.Pack
	packed        map[*seg.Load]*packedLoad
}

// packedLoad is a load that reads a packed row, at the place that a loop's index gives.
type packedLoad struct {
	pack  *seg.Pack
	along *core.Var
}

// newPacker learns what packing must not come before: what a check may guard is not read before it, and what the kernel writes to not before that.
func newPacker(k *seg.Kernel) *packer {
	f := &packer{shapes: shapesOf(k), bound: map[core.Atom]bool{}, guards: map[core.Atom]bool{}, written: map[*seg.Mem]bool{},
		packed: map[*seg.Load]*packedLoad{}}
	lets := map[core.Atom]*seg.Let{}
	var guard func(a core.Atom)
	guard = func(a core.Atom) {
		if _, ok := a.(*core.Var); !ok {
			return
		}
		f.guards[a] = true
		if s := lets[a]; s != nil {
			for _, x := range s.Args {
				guard(x)
			}
		}
	}
	seg.Walk(k.Body, func(s seg.Stm) {
		if v := seg.Binds(s); v != nil {
			f.bound[v] = true
		}
		switch s := s.(type) {
		case *seg.Let:
			lets[s.V] = s
		case *seg.For:
			f.bound[s.I] = true
		case *seg.Fold:
			f.bound[s.I] = true
		case *seg.Check:
			guard(s.Cond)
		default: // orders nothing
		}
	})
	return f
}

// code looks at code that all lanes run, in that many loops of which in is the innermost.
func (f *packer) code(c seg.Code, in *loopOver, depth int) {
	for _, s := range c {
		seg.Walk(seg.Code{s}, func(s seg.Stm) {
			switch s := s.(type) {
			case *seg.Store:
				f.written[s.Mem] = true
			case *seg.Update:
				f.written[s.Mem] = true
			default: // writes nothing
			}
		})
		switch s := s.(type) {
		case *seg.For:
			if f.atom(s.Bound) == uniform && s.FromZero() {
				f.code(s.Body, &loopOver{s.I, s.Bound}, depth+1)
			}
		case *seg.Fold:
			if f.atom(s.Bound) == uniform {
				f.code(s.Body, &loopOver{s.I, s.Bound}, depth+1)
			}
		case *seg.Load:
			if depth > 1 && s.Mem.Space == seg.Device && !f.written[s.Mem] && !f.bound[in.bound] {
				f.load(s, in)
			}
		default: // reads nothing
		}
	}
}

// load packs what a load reads if its index is that of the loop and what is known before the kernel's code.
func (f *packer) load(s *seg.Load, in *loopOver) {
	if p := f.index(s.At); p.kind != affine || p.unit() || f.guards[in.i] || f.guards[in.bound] {
		return
	}
	var rest seg.Index
	along := false
	for _, t := range s.At {
		switch {
		case t.A == core.Atom(in.i) && t.B == nil && !along:
			along = true
		case f.bound[t.A] || f.guards[t.A] || t.B != nil && (f.bound[t.B] || f.guards[t.B]):
			return
		default:
			rest = append(rest, t)
		}
	}
	if !along {
		return
	}
	for _, p := range f.packs {
		if p.From == s.Mem && p.N == in.bound && slices.Equal(p.At, rest) {
			f.packed[s] = &packedLoad{p, in.i}
			return
		}
	}
	m := seg.NewMem("rows", s.Mem.Elem, seg.Scratch)
	m.Len = in.bound
	p := &seg.Pack{To: m, From: s.Mem, At: rest, N: in.bound}
	f.packs, f.packed[s] = append(f.packs, p), &packedLoad{p, in.i}
}

// packsOf are the packed rows of a kernel, by the block that has them.
func packsOf(k *seg.Kernel) map[*seg.Mem]*seg.Pack {
	out := map[*seg.Mem]*seg.Pack{}
	for _, s := range k.Body {
		if p, ok := s.(*seg.Pack); ok {
			out[p.To] = p
		}
	}
	return out
}

// unpacked is the load from where the row was before it was packed; the load itself if its block has no packed row.
func unpacked(l *seg.Load, packs map[*seg.Mem]*seg.Pack) *seg.Load {
	p := packs[l.Mem]
	if p == nil {
		return l
	}
	return &seg.Load{V: l.V, Mem: p.From, At: append(slices.Clone(l.At), p.At...)}
}
