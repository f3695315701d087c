package lower

import (
	"raido/lang/core"
	"raido/lang/lower/iface"
	"raido/lang/prim"
	"raido/lang/types"
)

// fewCases is how many cases a match may have to be tried one after the other. More make a tree, so that a match with a
// thousand cases is ten branches deep: compilers of OpenCL give up at a few hundred.
const fewCases = 16

// match runs the first case that matches; the last one needs no test, as the checker knows that one does.
func (l *lowerer) match(e *types.Match, fr *frame) val {
	m := &matching{l: l, v: l.exp(e.Scrut, fr), expect: l.repOf(e.T, fr), fr: fr}
	m.find(e.Cases)
	var out val
	switch {
	case len(m.cases) <= fewCases:
		out = m.chain(0)
	case m.byTag():
		s := m.v.(sum)
		out = m.tree(s.tag, iface.TagType(len(s.names)), 0, len(m.cases))
	default:
		out = m.tree(m.number(), prim.I64, 0, len(m.cases))
	}
	bindSizes(e.Exts, e.T, out, fr)
	return out
}

// matching is a match on a value: the cases that may match, and the conditions under which those before the last do.
type matching struct {
	l      *lowerer
	v      val
	expect rep
	fr     *frame
	cases  []types.Case
	conds  []core.Atom
}

func (m *matching) find(cs []types.Case) {
	for i, c := range cs {
		if i == len(cs)-1 {
			m.cases = append(m.cases, c)
			return
		}
		switch cond := m.l.matches(c.Pat, m.v); {
		case core.IsConst(cond, prim.BoolOf(true)):
			m.cases = append(m.cases, c)
			return
		case !core.IsConst(cond, prim.BoolOf(false)):
			m.cases, m.conds = append(m.cases, c), append(m.conds, cond)
		}
	}
}

func (m *matching) run(k int) val {
	m.l.bindPat(m.cases[k].Pat, m.v, m.fr)
	return m.l.exp(m.cases[k].Body, m.fr)
}

// chain tries the cases from k on.
func (m *matching) chain(k int) val {
	if k == len(m.conds) {
		return m.run(k)
	}
	return m.l.branch(m.conds[k], m.expect, func() val { return m.run(k) }, func() val { return m.chain(k + 1) })
}

// byTag puts the cases in the order of constructors, if each has one and its tag alone decides.
func (m *matching) byTag() bool {
	s, ok := m.v.(sum)
	if !ok || len(s.names) != len(m.cases) {
		return false
	}
	sorted := make([]types.Case, len(m.cases))
	for _, c := range m.cases {
		p, ok := c.Pat.(*types.PatConstr)
		if !ok || refutable(p.Args...) || sorted[s.index(p.Name)].Pat != nil {
			return false
		}
		sorted[s.index(p.Name)] = c
	}
	m.cases = sorted
	return true
}

// refutable reports whether some value does not match one of these patterns.
func refutable(ps ...types.Pat) bool {
	for _, p := range ps {
		switch p := p.(type) {
		case *types.PatLit, *types.PatConstr:
			return true
		case *types.PatRecord:
			if refutable(p.Fields...) {
				return true
			}
		default: // matches every value
		}
	}
	return false
}

// number is the number of the first case that matches.
func (m *matching) number() core.Atom {
	k := len(m.conds)
	n := core.Atom(core.IntC(int64(k)))
	for k--; k >= 0; k-- {
		later := n
		n = atomOf(m.l.branch(m.conds[k], rPrim{prim.I64}, func() val { return scalar{core.IntC(int64(k))} }, func() val { return scalar{later} }))
	}
	return n
}

// tree runs the case of a number that is known to be from lo to before hi.
func (m *matching) tree(number core.Atom, t prim.Type, lo, hi int) val {
	if hi-lo == 1 {
		return m.run(lo)
	}
	mid := (lo + hi) / 2
	return m.l.branch(m.l.Op(prim.Lt, t, number, core.Const{Scalar: prim.Int(t, int64(mid))}), m.expect,
		func() val { return m.tree(number, t, lo, mid) }, func() val { return m.tree(number, t, mid, hi) })
}
