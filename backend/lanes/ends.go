package lanes

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [Ends of sums]
//
// Of a sum along a row that is not a multiple of a vector long, compilers do the last elements one by one, each addition after the one before: for rows of 200
// numbers half of the time, since vectors do the rest. Where masks are registers of their own, and so cost nothing, the last elements are one vector under
// a mask, read whole (Note [Inner loops in lanes]). A single sum takes two registers, so that additions need not wait for each other:
//
//	fold j < n into s by add          t = vectors of -0
//	  a[j] * b[j]            ->       for j < n - n%W step W:  t += a[j..j+W] * b[j..j+W]
//	                                  if n%W > 0:              t += a[..] * b[..] in the first n%W lanes
//	                                  s += the sum of the lanes of t
//
// Where the length is known, compilers make such code of the many sums of a fold (chunk.PartialSums). A compiler that makes none (seg.Target.Plain) gets
// vectors with the same sums: as many lanes, and what is left is added to the first one. [ours]

// sumsBeside is how many vectors the values take from which sums are computed.
const sumsBeside = 2

// widthOfSums is how many lanes a fold has: as many as let the sums stay in registers. Several registers for a
// sum hide how long an addition takes, as other sums do.
func (in innerLoops) widthOfSums(width int, s *seg.Fold) int {
	bytes := 0
	for _, a := range s.Accs {
		bytes += a.Type.Elem.Size()
	}
	for width > leastLanes && width*bytes*(len(s.Accs)+sumsBeside)/len(s.Accs) > sumBytes {
		width /= 2
	}
	return width
}

// sumBytes is how much of the registers sums and what goes into them take at most: all of AVX, and half of AVX-512, on whatever machine
// (Note [Lanes by sizes]).
const sumBytes = 1024

// ends reports whether a fold has ends under a mask: Note [Ends of sums].
func (in innerLoops) ends(s *seg.Fold) bool {
	_, known := core.IntConst(s.Bound)
	return !known && len(s.Accs) < severalSums && !expensive(s.Body)
}

// leastLanes is how many lanes vectors have at least.
const leastLanes = 2

// sums are vectors of sums of a fold.
func (in innerLoops) sums(l *shapes, s *seg.Fold) *vectors {
	l.width = in.widthOfSums(l.width, s)
	v := innerVectors(l, s.Body)
	v.oneText = v.oneText && !in.target.WideMasks() // each register of a sum would be blended, in each iteration
	return v
}

// withEnds are vectors of the sums of a fold that has ends.
func (in innerLoops) withEnds(l *shapes, s *seg.Fold) *vectors {
	if len(s.Accs) == 1 && 2*l.width <= seg.MostLanes {
		l.width *= 2
	}
	v := in.sums(l, s)
	v.oneText = false
	return v
}

// partial is the vector code of a fold that gets partial sums (chunk.PartialSums), with the same sums, for a compiler that makes no vectors; nil if it
// gets none, or cannot be vectors.
func (in innerLoops) partial(s *seg.Fold) seg.Code {
	last := s
	for _, row := seg.PartialRow(last); row != nil; _, row = seg.PartialRow(last) {
		last = row
	}
	if !in.target.Plain || in.ofPoints[s] || last.Few() || !seg.Straight(last.Body) || readsAccs(last) {
		return nil
	}
	for j, a := range s.Accs {
		if !seg.HasVector(s.Ops[j], a.Type.Elem) {
			return nil
		}
	}
	l := shapesAlong(last.I, last.Body, 0)
	if l.width = limits.Now.PartialSums; !l.fits(last.Body) || l.leaks(last.Body) {
		return nil
	}
	return newVectors(l, map[*seg.Mem]*seg.Mem{}).block(func(v *vectors) {
		sums := v.none(s)
		parts := make([]*seg.Mem, len(sums))
		for j, x := range sums {
			parts[j] = temporary("sums", x.Type.Elem, v.width)
		}
		v.intoPartial(s, sums, parts)
		v.combined(s, sums)
	})
}

// rowsOfPoints are the folds of the points of a reduction whose rows go into the same sums as the points (seg.PartialRow).
func rowsOfPoints(k *seg.Kernel) map[*seg.Fold]bool {
	if k.Kind != seg.Reduce || k.Op.Ops == nil {
		return nil
	}
	out := map[*seg.Fold]bool{}
	f := &seg.Fold{I: k.Space[0].I, Bound: k.Space[0].N, Body: k.Body, Accs: k.Op.A, Ops: k.Op.Ops, Vals: k.Vals}
	for _, row := seg.PartialRow(f); row != nil; _, row = seg.PartialRow(row) {
		out[row] = true
	}
	return out
}

// intoPartial folds into vectors of sums, and what is left of a row into the first lane of each, for which the vectors stand in parts.
func (v *vectors) intoPartial(s *seg.Fold, sums []*core.Var, parts []*seg.Mem) {
	if before, row := seg.PartialRow(s); row != nil {
		v.b.Add(&seg.For{I: s.I, From: s.From, Bound: s.Bound, Body: v.block(func(v *vectors) {
			v.b.Add(before...)
			v.intoPartial(row, sums, parts)
		})})
		return
	}
	w := core.IntC(int64(v.width))
	full := v.b.Index("full", prim.Sub, s.Bound, v.b.Index("rest", prim.Rem, s.Bound, w))
	v.b.For(s.I.Name, nil, full, w.Int64(), func(b *seg.Builder, x *core.Var) {
		outer := v.b
		v.b, v.to[s.I] = b, x
		v.code(s.Body)
		for j, sum := range sums {
			v.combine(sum, s.Ops[j], v.operand(s.Vals[j]))
		}
		v.b = outer
	})
	v.b.If(v.b.Less(full, s.Bound), v.in(func() {
		first := make([]*core.Var, len(sums))
		for j, m := range parts {
			v.b.Store(m, nil, sums[j])
			first[j] = v.b.Var("first", s.Accs[j].Type, v.b.Load("first", m, 0, nil))
		}
		v.b.For(s.I.Name, full, s.Bound, 1, func(b *seg.Builder, x *core.Var) {
			vals := b.Inline(s.Body, map[core.Atom]core.Atom{s.I: x}, s.Vals)
			for j, sum := range first {
				b.Set(sum, b.Op("sum", s.Ops[j], sum.Type.Elem, sum, vals[j]))
			}
		})
		for j, m := range parts {
			v.b.Store(m, nil, first[j])
			v.b.Set(sums[j], v.b.Load("sums", m, v.width, nil))
		}
	}), nil)
}
