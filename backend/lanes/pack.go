package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Packed rows]
//
// Lanes that each go along a row of an array read places far apart. Where the rows are read again and again, by
// loops around the one that goes along them, they are first put side by side: element j of lane l to j*W + l. So is what a point has of an array of more
// dimensions, as an image, if it is read by more loops than it has dimensions: x[i*s + (a + b)*w + c] by loops over a, b, c and another one.

// Packed packs the rows that lanes read again and again.
func Packed(p *seg.Prog) *seg.Prog {
	sizes := sizesOf(p)
	return eachFork(p, func(k *seg.Kernel) *seg.Kernel {
		f := newPacker(k)
		f.sizes = sizes
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
				return seg.Code{&seg.Load{V: l.V, Mem: p.pack.To, At: p.at}}
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
	lane          *core.Var // the index of the points
	bound, guards map[core.Atom]bool
	written, all  map[*seg.Mem]bool // so far, and by all of the kernel
	sizes         sizes             // of the host
	packs         []*seg.Pack
	packed        map[*seg.Load]*packedLoad
}

// packedLoad is a load that reads a packed row, and where it does.
type packedLoad struct {
	pack *seg.Pack
	at   seg.Index
}

// newPacker learns what packing must not come before: what a check may guard is not read before it, and what the kernel writes to not before that.
func newPacker(k *seg.Kernel) *packer {
	f := &packer{shapes: shapesOf(k), lane: lastIndex(k), all: seg.Written(k), bound: boundIn(k.Body), guards: map[core.Atom]bool{}, written: map[*seg.Mem]bool{},
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
		switch s := s.(type) {
		case *seg.Let:
			lets[s.V] = s
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
			if p := f.index(s.At); depth > 1 && s.Mem.Space == seg.Device && p.kind == affine && !p.unit() {
				if f.written[s.Mem] || !f.load(s, in) {
					f.whole(s, depth)
				}
			}
		default: // reads nothing
		}
	}
}

// load packs what a load reads if its index is that of the loop and what is known before the kernel's code, and reports whether it does.
func (f *packer) load(s *seg.Load, in *loopOver) bool {
	if f.bound[in.bound] || f.guards[in.i] || f.guards[in.bound] {
		return false
	}
	var rest seg.Index
	along := false
	for _, t := range s.At {
		switch {
		case t.A == core.Atom(in.i) && t.B == nil && !along:
			along = true
		case f.bound[t.A] || f.guards[t.A] || t.B != nil && (f.bound[t.B] || f.guards[t.B]):
			return false
		default:
			rest = append(rest, t)
		}
	}
	if along {
		f.packed[s] = &packedLoad{f.pack(s.Mem, rest, in.bound), seg.At(in.i)}
	}
	return along
}

// whole packs all of what the points have side by side in an array, if a load in so many loops reads it at the same place in all lanes. What a point has is in
// one piece, as all distances within it divide that between points: in the transpose of an array of rows of points they do not.
func (f *packer) whole(s *seg.Load, depth int) {
	var at, place seg.Index
	dims := map[core.Atom]bool{}
	for _, t := range s.At {
		switch {
		case t.A == core.Atom(f.lane) && t.B != nil && len(at) == 0 && !f.bound[t.B]:
			at = seg.Index{t}
		case f.atom(t.A) == uniform && (t.B == nil || f.atom(t.B) == uniform && !f.bound[t.B]):
			place, dims[t.B] = append(place, t), true
		default:
			return
		}
	}
	for d := range dims {
		if len(at) == 0 || d != nil && !f.sizes.divides(d, at[0].B) {
			return
		}
	}
	if len(at) == 0 || depth <= len(dims) || f.guards[f.lane] || f.all[s.Mem] {
		return
	}
	f.packed[s] = &packedLoad{f.pack(s.Mem, at, at[0].B), place}
}

// pack is the pack of n elements of a memory.
func (f *packer) pack(from *seg.Mem, at seg.Index, n core.Atom) *seg.Pack {
	for _, p := range f.packs {
		if p.From == from && p.N == n && slices.Equal(p.At, at) {
			return p
		}
	}
	m := seg.NewMem("rows", from.Elem, seg.Scratch)
	m.Len = n
	f.packs = append(f.packs, &seg.Pack{To: m, From: from, At: at, N: n})
	return f.packs[len(f.packs)-1]
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
