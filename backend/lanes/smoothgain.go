package lanes

import (
	"raido/backend/seg"
)

// Whether smooth code may stand beside rough code, and gains. Note [Smooth vectors].

// doubles reports whether code may stand twice: it is short, says nothing yet of how lanes run it, and has no blocks of its own.
func doubles(c seg.Code, l *shapes) bool {
	n, ok := 0, true
	seg.Walk(c, func(s seg.Stm) {
		n++
		switch s := s.(type) {
		case *seg.For:
			ok = ok && s.Interchange == seg.NoInterchange && len(s.Body) > 0
		case *seg.Fold:
			ok = ok && s.Interchange == seg.NoInterchange
		case *seg.Store:
			ok = ok && (l.inner || s.Mem.Space == seg.Device)
		case *seg.Update:
			ok = ok && !s.Strip && (l.inner || s.Mem.Space == seg.Device || l.shared[s.Mem])
		case *seg.Pack, *seg.Pointwise, *seg.Reserve:
			ok = false
		default: // may stand twice
		}
	})
	return ok && 2*n <= maxInLanes && n > 0
}

// eases reports whether smooth code saves gathers, branches of some lanes, checks in lanes or divisions of vectors.
func eases(c seg.Code, rough, l *shapes) bool {
	out := false
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Let:
			out = out || l.trusted(s) && s.Op.Fails
		case *seg.Load:
			out = out || rough.index(s.At).kind == varying && l.index(s.At).kind != varying
		case *seg.Store:
			out = out || rough.index(s.At).kind == varying && l.index(s.At).kind != varying
		case *seg.Update:
			out = out || rough.index(s.At).kind == varying && l.index(s.At).kind != varying
		case *seg.If:
			out = out || !s.Unlikely && rough.atom(s.Cond) == varying && l.atom(s.Cond) != varying
		case *seg.Check:
			out = out || rough.atom(s.Cond) == varying && l.atom(s.Cond) != varying
		default: // nothing to save
		}
	})
	return out
}
