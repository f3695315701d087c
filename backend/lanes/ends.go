package lanes

import (
	"raido/backend/seg"
	"raido/lang/core"
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
// Where the length is known, or masks are as wide as what they mask, compilers make such code of the many sums of a fold (chunk.PartialSums). [ours]

// sumsBeside is how many vectors the values take from which sums are computed.
const sumsBeside = 2

// widthOfSums is how many lanes a fold has: as many as let the sums stay in registers. Several registers for a
// sum hide how long an addition takes, as other sums do.
func (in innerLoops) widthOfSums(width int, s *seg.Fold) int {
	bytes := 0
	for _, a := range s.Accs {
		bytes += a.Type.Elem.Size()
	}
	v := in.target.Vector
	fits := func(width int) bool { return width*bytes/v*(len(s.Accs)+sumsBeside)/len(s.Accs) <= in.target.Registers }
	for v > 0 && width > leastLanes && !fits(width) {
		width /= 2
	}
	return width
}

// ends reports whether a fold has ends under a mask: Note [Ends of sums].
func (in innerLoops) ends(s *seg.Fold) bool {
	_, known := core.IntConst(s.Bound)
	return in.target.Plain || !known && in.target.Vector > 0 && !in.target.WideMasks() && len(s.Accs) < severalSums && !expensive(s.Body)
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
