package gather

import (
	"raido/lang/core"
	"raido/lang/limits"
)

// dear reports whether it pays to keep the results of a statement in memory: there are loops in it that its results are not as long
// as, or functions that take longer than reading them.
func dear(s core.Stm) bool {
	rank := 0
	for _, v := range s.Pat {
		rank = max(rank, v.Type.Rank())
	}
	return depth(s.Exp) > rank || slow(s)
}

// depth is how many loops stand in each other in an expression.
func depth(e core.Exp) int {
	in := 0
	body := func(b core.Body) {
		for _, s := range b.Stms {
			in = max(in, depth(s.Exp))
		}
	}
	e.Map(core.Mapper{
		Body:   func(b core.Body) core.Body { body(b); return b },
		Lambda: func(l *core.Lambda) *core.Lambda { body(l.Body); return l },
	})
	var w core.Atom
	switch e := e.(type) {
	case *core.Map:
		w = e.W
	case *core.Reduce:
		w = e.W
	case *core.Scan:
		w = e.W
	case *core.Hist:
		w = e.W
	case *core.Loop:
		w = e.Bound
	default: // no loop
		return in
	}
	if n, ok := core.IntConst(w); ok && n < limits.Now.LeastProduct {
		return in
	}
	return in + 1
}

// slow reports whether a statement computes functions of floats that take dozens of instructions.
func slow(s core.Stm) bool {
	found := false
	core.Walk(core.Body{Stms: []core.Stm{s}}, func(s core.Stm) {
		p, ok := s.Exp.(*core.PrimApp)
		found = found || ok && p.Op.IsFunctionOf(p.T)
	})
	return found
}
