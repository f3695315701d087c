package lanes

import (
	"maps"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Deep chains]
//
// A loop that carries a few numbers, as a step of an integrator or of Newton's method, is a chain: each operation waits for the one before it, four
// cycles of which one vector uses one. So is a sum of each point, as in a product of a triangular matrix, whose length the point
// computes: those of one length, as of the taps of a stencil, gain less by it than they lose where rows are short. So lanes are two vectors wide there, if the registers hold the values of both: chains of two vectors go side by
// side, and what is alike in all lanes is read once for both. Loops that gather and scatter wait for memory, and gain nothing.

const (
	chainRoom  = 4 // how many more vectors than registers there may be: chains wait longer than loads take
	costlyRoom = 8 // how many registers an operator takes that is computed by a series
)

// deep reports whether the kernel spends its time in chains, of two of which the registers hold the values.
func (l *shapes) deep(k *seg.Kernel, registers int) bool {
	chains := false
	for _, s := range k.Body {
		var body seg.Code
		switch s := s.(type) {
		case *seg.For:
			body = s.Body
		case *seg.While:
			body = append(s.CondCode[:len(s.CondCode):len(s.CondCode)], s.Body...)
		case *seg.Fold:
			if !boundIn(k.Body)[s.Bound] {
				return false
			}
			body = s.Body
			chains = chains || slices.ContainsFunc(s.Accs, func(a *core.Var) bool { return l.of[a] == varying })
		case *seg.If:
			if !s.Unlikely {
				return false
			}
			continue
		default:
			continue
		}
		live := map[*core.Var]bool{}
		l.uses(body, live)
		seg.Walk(body, func(s seg.Stm) { delete(live, seg.Binds(s)) })
		if l.gathers(body) || 2*l.pressure(body, live) > registers+chainRoom {
			return false
		}
		chains = chains || l.carries(body)
	}
	return chains
}

// carries reports whether code sets what differs between lanes.
func (l *shapes) carries(c seg.Code) bool {
	found := false
	seg.Walk(c, func(s seg.Stm) {
		if s, ok := s.(*seg.Set); ok {
			found = found || l.of[s.V] == varying
		}
	})
	return found
}

// gathers reports whether code reads or writes elements that do not lie side by side.
func (l *shapes) gathers(c seg.Code) bool {
	found := false
	far := func(m *seg.Mem, x seg.Index) {
		p := l.index(x)
		found = found || p.kind != uniform && !p.unit() && !l.own[m]
	}
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Load:
			far(s.Mem, s.At)
		case *seg.Store:
			far(s.Mem, s.At)
		case *seg.Update:
			far(s.Mem, s.At)
		default: // no access
		}
	})
	return found
}

// uses adds the vectors that code uses.
func (l *shapes) uses(c seg.Code, to map[*core.Var]bool) {
	seg.Walk(c, func(s seg.Stm) {
		seg.Operands(s, func(a core.Atom) {
			if v, ok := a.(*core.Var); ok && l.of[v] == varying {
				to[v] = true
			}
		})
	})
}

// pressure is how many vectors there are at most at a time in code after which some are needed.
func (l *shapes) pressure(c seg.Code, live map[*core.Var]bool) int {
	most := len(live)
	for _, s := range slices.Backward(c) {
		here := 0
		switch s := s.(type) {
		case *seg.For:
			here = l.pressure(s.Body, maps.Clone(live))
		case *seg.While:
			here = max(l.pressure(s.CondCode, maps.Clone(live)), l.pressure(s.Body, maps.Clone(live)))
		case *seg.If:
			here = max(l.pressure(s.Then, maps.Clone(live)), l.pressure(s.Else, maps.Clone(live)))
		case *seg.Fold:
			here = l.pressure(s.Body, maps.Clone(live))
		case *seg.Let:
			if l.of[s.V] == varying && opCost(s) > 4 {
				here = len(live) + costlyRoom
			}
		default: // its operands
		}
		if v := seg.Binds(s); v != nil {
			delete(live, v)
		}
		l.uses(seg.Code{s}, live)
		most = max(most, here, len(live))
	}
	return most
}
