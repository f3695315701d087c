package rev

import (
	"slices"

	"raido/lang/core"
)

// readResults lets the return sweep of a map read elements of the primal map's results in the place of computing them again, as
// the derivative of tanh reads its value. Where the map runs in a loop, results may be kept in the place of operands, which is for the cut to weigh
// (cut.go); elsewhere they are there, but to make and read them takes memory traffic, so that only those are read that take a nest
// to compute, or within a map, where rows are in caches, a function of floats. [Peng23, 3.4; ours: results as what is stored]
func (m *revMap) readResults(l *core.Lambda, fwd []core.Stm, ret core.Body, results []*core.Var) core.Body {
	if m.r.general {
		return ret
	}
	by, needed := core.NewSubst(), core.FreeInBody(ret)
	for k, y := range results {
		v, ok := l.Body.Result[len(m.e.Accs)+k].(*core.Var)
		if !ok || !slices.Equal(v.Type.Dims, y.Type.Row().Dims) || !needed.Has(v) || by.Vars[v] != nil || m.r.facts.isConsumed(y) || m.r.facts.isConsumed(v) {
			continue
		}
		made := core.Needed(core.Body{Stms: fwd, Result: []core.Atom{v}})
		if len(made.Stms) == 0 || !m.r.s.isIn(loopScope) && !hasNest(made) && !(m.r.s.isIn(mapScope) && hasFunction(made)) {
			continue
		}
		elem := core.NewVar(v.Name, v.Type)
		m.results, m.resElems = append(m.results, y), append(m.resElems, elem)
		by.Vars[v] = elem
	}
	return replaced(ret, by)
}

// hasNest reports whether a body runs code many times.
func hasNest(b core.Body) bool {
	for _, st := range b.Stms {
		switch st.Exp.(type) {
		case *core.Map, *core.Reduce, *core.Scan, *core.Loop, *core.Hist:
			return true
		default: // at most a few operations, or a layout
		}
	}
	return false
}

// hasFunction reports whether a body computes a function of floats, as exp, beside cheap operators.
func hasFunction(b core.Body) bool {
	return slices.ContainsFunc(b.Stms, func(st core.Stm) bool {
		e, ok := st.Exp.(*core.PrimApp)
		return ok && primCost(e) >= functionCost
	})
}
