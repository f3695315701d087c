package lanes

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Strips]
//
// A loop whose iterations each combine the lanes of a vector into neighbouring elements of a shared accumulator runs in
// strips of W iterations: the W vectors are added pairwise, even lanes to odd lanes, until one vector holds what
// belongs to the W elements. That takes W-1 steps for all, in place of as many for each. Under a mask the others have nothing to add.

// Strips marks the updates that go into strips (seg.Update.Strip).
func Strips(p *seg.Prog) *seg.Prog {
	return eachFork(p, func(k *seg.Kernel) *seg.Kernel {
		if smoothShapes(k) != nil {
			return k
		}
		l := shapesOf(k)
		return withBody(k, l.strips(k.Body))
	})
}

// strips marks the updates of loops that go equally far in all lanes.
func (l *shapes) strips(c seg.Code) seg.Code {
	out := make(seg.Code, len(c))
	for i, s := range c {
		f, ok := s.(*seg.For)
		_, fold := s.(*seg.Fold)
		switch {
		case fold || ok && f.Interchange != seg.NoInterchange:
			out[i] = s
		case ok && l.atom(f.Bound) == uniform && f.FromZero() && len(f.Body) <= maxTwice && seg.LoopFree(f.Body) && f.I.Type.Elem == prim.I64:
			n := *f
			n.Body = l.strip(f)
			out[i] = &n
		default:
			out[i] = s.Map(seg.Mapper{Code: l.strips})
		}
	}
	return out
}

// strip is the body of a loop with its updates of neighbouring elements of accumulators marked.
func (l *shapes) strip(s *seg.For) seg.Code {
	bound := boundIn(s.Body)
	out := make(seg.Code, len(s.Body))
	for i, b := range s.Body {
		out[i] = b
		u, ok := b.(*seg.Update)
		if !ok || !l.shared[u.Mem] || l.index(u.At).kind != uniform || l.atom(u.Val) != varying {
			continue
		}
		along := 0
		for _, t := range u.At {
			if t.A == core.Atom(s.I) && t.B == nil {
				along++
			}
		}
		if !uses(u.At, bound) && along == 1 && unitIn(u.At, s.I) {
			n := *u
			n.Strip = true
			out[i] = &n
		}
	}
	return out
}
