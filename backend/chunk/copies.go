package chunk

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Copies makes one statement of each loop that copies neighbouring elements from one memory to another, but in lanes, for C's library to copy.
func Copies(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU || p.Target.Spaces {
		return p
	}
	return pass(p, func(k *seg.Kernel, c seg.Code) seg.Code {
		if k.Width > 0 {
			return c
		}
		return copies(c)
	})
}

func copies(c seg.Code) seg.Code {
	out := make(seg.Code, len(c))
	for i, s := range c {
		if l, ok := s.(*seg.For); ok {
			if n := copied(l); n != nil {
				out[i] = n
				continue
			}
		}
		out[i] = within(s, copies)
	}
	return out
}

// copied is a loop as one statement, nil if it does not only copy.
func copied(s *seg.For) seg.Stm {
	if s.I.Type.Elem != prim.I64 || s.From != nil || s.Step > 1 || len(s.Body) != 2 {
		return nil
	}
	from, load := s.Body[0].(*seg.Load)
	to, store := s.Body[1].(*seg.Store)
	if !load || !store || from.V.Type.Lanes > 0 || from.Mem == to.Mem || to.Val != core.Atom(from.V) || !alongRow(from.At, s.I) || !alongRow(to.At, s.I) {
		return nil
	}
	return &seg.Copy{To: to.Mem, ToAt: without(to.At, s.I), From: from.Mem, FromAt: without(from.At, s.I), N: s.Bound}
}

// without is an index for i = 0.
func without(x seg.Index, i *core.Var) (rest seg.Index) {
	for _, t := range x {
		if t.A != core.Atom(i) {
			rest = append(rest, t)
		}
	}
	return rest
}

// alongRow reports whether an index goes up with i one by one.
func alongRow(x seg.Index, i *core.Var) bool {
	n := 0
	for _, t := range x {
		if t.A == core.Atom(i) && t.B == nil {
			n++
		} else if t.A == core.Atom(i) || t.B == core.Atom(i) {
			return false
		}
	}
	return n == 1
}
