package chunk

import (
	"raido/backend/seg"
)

// Note [Places that data say]
//
// Compilers make vectors of a loop that stores where data say if the processor has an instruction for it. Where that is a list of stores inside, as on a
// Zen 5, such a loop takes three times as long as one store after the other, and it can hardly be much faster anywhere: the memory takes one or two stores
// in each cycle. So these loops are left as they are written; for loads see Note [No gathers] in backend/gen. [ours, measured on a Zen 5]

// Single marks the loops of which compilers should make no vectors: Note [Places that data say].
func Single(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU {
		return p
	}
	return pass(p, func(_ *seg.Kernel, c seg.Code) seg.Code { return single(c) })
}

func single(c seg.Code) seg.Code {
	out := make(seg.Code, len(c))
	for i, s := range c {
		s = within(s, single)
		if l, ok := s.(*seg.For); ok && seg.LoopFree(l.Body) && scatters(l.Body) {
			n := *l
			n.Single = true
			s = &n
		}
		out[i] = s
	}
	return out
}

// scatters reports whether the body of a loop stores single elements where data say.
func scatters(body seg.Code) (found bool) {
	t := turnsOf(body)
	bound := map[*seg.Mem]bool{} // places that data say
	from := func(at seg.Index) bool {
		for _, x := range at {
			if t.fromData(x.A) || x.B != nil && t.fromData(x.B) {
				return true
			}
		}
		return false
	}
	seg.Walk(body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Bind:
			bound[s.Mem] = from(s.ThenAt) || from(s.ElseAt)
		case *seg.Store:
			found = found || s.Val.AtomType().Lanes == 0 && (bound[s.Mem] || from(s.At))
		default: // stores nothing by itself
		}
	})
	return found
}
