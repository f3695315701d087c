package simplify

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// selection says which of two operands a variable was at a time.
type selection struct {
	s  *seg.Select
	at int
}

// choice notes what a selection says, with which conjunctions are made too.
func (t *facts) choice(s *seg.Select) {
	if s.V.Type.Elem == prim.I64 {
		t.selects[s.V] = selection{s, t.time}
	}
	if core.IsConst(s.Else, prim.BoolOf(false)) {
		t.say(s.V, claim{yes: union(t.claims(s.Cond).yes, t.claims(s.Then).yes)})
	}
}

// either reports whether both operands of a selection are in 0..n-1 where they are taken.
func (t *facts) either(s *seg.Select, n core.Atom) bool {
	said, yes, no := t.claims(s.Cond), false, false
	t.scoped(func() { t.assume(said.yes); yes = t.tested(s.Then, n) })
	t.scoped(func() { t.assume(said.no); no = yes && t.tested(s.Else, n) })
	return yes && no
}
