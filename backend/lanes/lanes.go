package lanes

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// maxInLanes bounds the statements of a kernel in lanes: drivers take seconds to compile so many.
const maxInLanes = 1000

// Fork gives each kernel that may be computed in lanes a copy of itself to be made into that: maps and reductions by primitive operators, in
// any order. Its width is chosen by Width. Every kernel takes note of its work.
func Fork(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU {
		return p
	}
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		n := *k
		n.Work = k.Body
		if k.Contraction || k.Kind != seg.Map && k.Kind != seg.Reduce || k.Serial || k.Kind == seg.Reduce && k.Op.Ops == nil {
			return &n
		}
		for _, m := range k.Outs {
			if m.Elem == prim.F16 {
				return &n
			}
		}
		lanes := n
		n.Lanes = &lanes
		return &n
	})
}

// Width chooses how many points go at once, and forgets the copies of kernels that cannot be vectors or are too long.
func Width(p *seg.Prog) *seg.Prog {
	return eachFork(p, func(k *seg.Kernel) *seg.Kernel {
		n := 0
		seg.Walk(k.Body, func(seg.Stm) { n++ })
		if n > maxInLanes {
			return nil
		}
		l := shapesOf(k)
		out := *k
		switch out.Width = p.Target.Lanes; {
		case out.Width > 0:
		case p.Target.Plain && !sumsLanes(k):
			out.Width = l.wide(k, fewer(p.Target, l.natural()), p.Target.Registers)
		default:
			out.Width = l.wide(k, l.natural(), manyRegisters)
		}
		if !l.fits(k.Body) {
			return nil
		}
		return &out
	})
}

// Note [Lanes by sizes]
//
// Where lanes are summed up in the end, or might be, their number shows in the last bits of floats. So what decides about it, and whether loops go in
// lanes at all, must be the same for all CPUs: vectors count as 64 bytes wide there, of which the sums of a loop may take sumBytes, whatever the device
// has. A narrower register only takes several for a vector. Other kernels have what suits the device.

// manyRegisters is how many vectors of 64 bytes there are where the device has no say.
const manyRegisters = 32

// sumsLanes reports whether sums over lanes may come of a kernel, or of its points if they are computed one by one: Note [Lanes by sizes].
func sumsLanes(k *seg.Kernel) bool {
	sums := k.Rounds()
	seg.Walk(asUpdates(k.Body), func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Fold:
			sums = true
		case *seg.Update:
			sums = sums || s.Mem.Elem.IsFloat()
		case *seg.For:
			_, totals := totalsOf(s.Body)
			sums = sums || len(totals) > 0 || sumsBesideRows(s) != nil
		default: // no sum
		}
	})
	return sums
}

// wide is a number of lanes, or twice that: Note [Deep chains].
func (l *shapes) wide(k *seg.Kernel, width, registers int) int {
	if 2*width <= seg.MostLanes && l.deep(k, registers) {
		return 2 * width
	}
	return width
}

// mostRegisters is how many registers a vector takes at most where these are small: more would not leave enough of them.
const mostRegisters = 2

// fewer is a number of lanes, or so many as two registers hold.
func fewer(t seg.Target, lanes int) int {
	return min(lanes, max(leastLanes, mostRegisters*t.Vector*lanes/widest))
}

// widest is how many bytes the vectors have whose numbers of lanes passes choose where nothing speaks against it.
const widest = 64

// eachFork applies a function to the copies of kernels for lanes; nil forgets one.
func eachFork(p *seg.Prog, f func(k *seg.Kernel) *seg.Kernel) *seg.Prog {
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		if k.Lanes == nil {
			return k
		}
		n := *k
		n.Lanes = f(k.Lanes)
		return &n
	})
}

// withBody is a kernel with another body.
func withBody(k *seg.Kernel, body seg.Code) *seg.Kernel {
	n := *k
	n.Body = body
	return &n
}

// lastIndex is the index of the innermost dimension, which lanes share out.
func lastIndex(k *seg.Kernel) *core.Var { return k.Space[len(k.Space)-1].I }
