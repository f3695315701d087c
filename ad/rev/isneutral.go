package rev

import (
	"math"

	"raido/lang/core"
	"raido/lang/prim"
)

// isNeutral reports whether elements are certainly neutral for an operator on scalars: that ne ⊙ x and x ⊙ ne simplify to x, by the
// laws of real numbers.
func isNeutral(op *core.Lambda, ne []core.Atom) bool {
	k := len(ne)
	for _, a := range ne {
		if _, ok := a.(core.Const); !ok {
			return false
		}
	}
	for _, at := range []int{0, k} {
		s := &symbolic{vals: map[*core.Var]core.Atom{}}
		for i, a := range ne {
			s.vals[op.Params[at+i]] = a
		}
		for i, x := range s.body(op.Body) {
			if x != core.Atom(op.Params[k-at+i]) {
				return false
			}
		}
	}
	return true
}

// symbolic is what is known of variables; the others are themselves.
type symbolic struct{ vals map[*core.Var]core.Atom }

func (s *symbolic) atom(a core.Atom) core.Atom {
	if v, ok := a.(*core.Var); ok {
		if x, ok := s.vals[v]; ok {
			return x
		}
	}
	return a
}

func (s *symbolic) body(b core.Body) []core.Atom {
	for _, st := range b.Stms {
		switch e := st.Exp.(type) {
		case *core.Use:
			s.vals[st.Pat[0]] = s.atom(e.Atom)
		case *core.PrimApp:
			if x := s.prim(e); x != nil {
				s.vals[st.Pat[0]] = x
			}
		case *core.If:
			s.branch(st.Pat, e)
		default: // nothing is known of the result
		}
	}
	out := make([]core.Atom, len(b.Result))
	for i, a := range b.Result {
		out[i] = s.atom(a)
	}
	return out
}

// branch is the branch that is taken, or what both yield.
func (s *symbolic) branch(pat []*core.Var, e *core.If) {
	then, els := s.body(e.Then), s.body(e.Else)
	c, known := s.atom(e.Cond).(core.Const)
	for i, v := range pat {
		switch {
		case known && c.Scalar == prim.One(prim.Bool):
			s.vals[v] = then[i]
		case known:
			s.vals[v] = els[i]
		case then[i] == els[i]:
			s.vals[v] = then[i]
		}
	}
}

// prim is the result of an operator, nil if it is not simpler than that.
func (s *symbolic) prim(e *core.PrimApp) core.Atom {
	args := make([]core.Atom, len(e.Args))
	consts := make([]prim.Scalar, len(e.Args))
	all := true
	for i, a := range e.Args {
		args[i] = s.atom(a)
		c, ok := args[i].(core.Const)
		consts[i], all = c.Scalar, all && ok
	}
	if all {
		x, err := e.Op.Eval(e.T, consts)
		if err != nil {
			return nil
		}
		return core.Const{Scalar: x}
	}
	if len(args) != 2 {
		return nil
	}
	for i, a := range args {
		c, ok := a.(core.Const)
		if !ok {
			continue
		}
		other := args[1-i]
		ne, known := e.Op.Neutral(e.T)
		switch {
		case known && (c.Scalar == ne || e.Op == prim.Add && isNull(c)), e.Op == prim.Sub && i == 1 && isNull(c):
			return other
		case (e.Op == prim.Mul || e.Op == prim.And && e.T == prim.Bool) && isNull(c),
			e.Op == prim.Or && e.T == prim.Bool && c.Scalar == prim.One(prim.Bool):
			return c
		case e.T.IsFloat() && (e.Op == prim.Max && math.IsInf(c.Float64(), -1) || e.Op == prim.Min && math.IsInf(c.Float64(), 1)):
			return other
		}
	}
	return nil
}

// isNull reports whether a constant is 0, of either sign, or false.
func isNull(c core.Const) bool {
	if c.Type.IsFloat() {
		return c.Float64() == 0
	}
	return c.Bits == 0
}
