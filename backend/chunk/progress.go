package chunk

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Progress makes the outermost loops of tasks on a CPU tell how far they are. Loops over elements of arrays are no loops of the user's.
func Progress(p *seg.Prog) *seg.Prog {
	return pass(p, func(k *seg.Kernel, c seg.Code) seg.Code {
		if p.Target.GPU || k.Kind != seg.Task {
			return c
		}
		return progress(c)
	})
}

func progress(c seg.Code) seg.Code {
	b := &seg.Builder{}
	for _, s := range c {
		switch s := s.(type) {
		case *seg.For:
			if s.Elems || s.Quiet || s.Step > 1 {
				b.Add(s)
				continue
			}
			n := *s
			n.Body = append(seg.Block(func(b *seg.Builder) { tell(b, s.I, false) }), s.Body...)
			told(b, s.Bound, &n)
		case *seg.While:
			if s.Quiet {
				b.Add(s)
				continue
			}
			done := b.Var("done", core.I64, core.IntC(-1))
			n := *s
			n.CondCode = append(seg.Block(func(b *seg.Builder) {
				b.Set(done, b.Index("done", prim.Add, done, core.IntC(1)))
				b.Add(&seg.Tell{N: done})
			}), s.CondCode...)
			told(b, core.IntC(-1), &n)
		case *seg.If:
			b.Add(within(s, progress))
		default:
			b.Add(s)
		}
	}
	return b.Code
}

// told adds a loop of so many iterations.
func told(b *seg.Builder, of core.Atom, loop seg.Stm) {
	tell(b, core.IntC(0), false)
	tell(b, of, true)
	b.Add(loop)
	tell(b, core.IntC(0), true)
}

// tell tells a number of any type of integers.
func tell(b *seg.Builder, n core.Atom, of bool) {
	if t := n.AtomType().Elem; t != prim.I64 {
		n = b.Op("told", prim.To(prim.I64), t, n)
	}
	b.Add(&seg.Tell{Of: of, N: n})
}

// telling splits a loop's body into what tells how far the loop is, which comes first, and the rest.
func telling(c seg.Code) (first, rest seg.Code) {
	for n := range min(2, len(c)) {
		if _, ok := c[n].(*seg.Tell); ok {
			return c[:n+1], c[n+1:]
		}
	}
	return nil, c
}
