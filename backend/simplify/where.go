package simplify

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Empty slices]
//
// The check of a slice says that it is empty or that its ends are in bounds. In a loop over its elements it is not empty: a loop knows that its bound
// is at least 1. So a fact may hold where a variable is at least 1 only, and what a disjunction says with one operand n <= 0 are the facts of the other
// one, where n is at least 1.

// disjunction is what a or b says where it is true.
func (t *facts) disjunction(a, b core.Atom) (out []fact) {
	for _, x := range [][2]core.Atom{{a, b}, {b, a}} {
		v, _ := x[0].(*core.Var)
		n := t.none[v]
		if n == nil {
			continue
		}
		for _, f := range t.claims(x[1]).yes {
			if f.where == nil && t.valid(f) {
				f.where = n
				f.at = 0
				out = append(out, f)
			}
		}
	}
	return out
}

// noteNone notes a condition n <= 0.
func (t *facts) noteNone(v *core.Var, args []core.Atom) {
	n, ok := args[0].(*core.Var)
	if ok && core.IsInt(args[1], 0) {
		t.none[v] = n
	}
}

// runs is what is known in a loop up to n, of which one iteration is done at least.
func (t *facts) runs(n core.Atom) []fact {
	if v, ok := n.(*core.Var); ok && v.Type.Elem == prim.I64 {
		return []fact{{v: v, low: 1, at: t.time}}
	}
	return nil
}

// isPositive reports whether a loop up to n runs.
func (t *facts) isPositive(n *core.Var) bool {
	for _, f := range t.holds {
		if f.v == n && f.low >= 1 && f.where == nil && t.same(f.at, n) {
			return true
		}
	}
	return false
}
