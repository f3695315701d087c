package lanes

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// maxInLanes bounds the statements of a kernel in lanes: drivers take seconds to compile so many.
const maxInLanes = 1000

// Fork gives each kernel that may be computed in lanes a copy of itself to be made into that: maps and reductions by primitive operators, in
// any order. Its width is chosen by Width.
func Fork(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU {
		return p
	}
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		if k.Contraction || k.Kind != seg.Map && k.Kind != seg.Reduce || k.Serial || k.Kind == seg.Reduce && k.Op.Ops == nil {
			return k
		}
		for _, m := range k.Outs {
			if m.Elem == prim.F16 {
				return k
			}
		}
		n, lanes := *k, *k
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
		if out.Width = p.Target.Lanes; out.Width == 0 {
			if out.Width = fewer(p.Target, l.natural()); out.Width*2 <= seg.MostLanes && l.deep(k, p.Target.Registers) {
				out.Width *= 2
			}
		}
		if !l.fits(k.Body) {
			return nil
		}
		return &out
	})
}

// mostRegisters is how many registers a vector takes at most where these are small: more would not leave enough of them.
const mostRegisters = 2

// fewer is a number of lanes, or so many as two registers hold.
func fewer(t seg.Target, lanes int) int {
	if !t.Plain {
		return lanes
	}
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
