package opt

import (
	"math"

	"raido/lang/core"
	"raido/lang/prim"
)

// prim folds constants and applies identities that hold bit for bit: for floats x*1, x/1, x-0 and
// x+(-0), but not x+0 (wrong at -0) nor x*0 (wrong at NaN, infinity and negative x); x**2 is x*x, which a
// driver computes far faster.
func (s *simp) prim(e *core.PrimApp) core.Exp {
	if c, ok := fold(e); ok {
		return &core.Use{Atom: c}
	}
	if a := s.identity(e); a != nil {
		return &core.Use{Atom: a}
	}
	if e.Op == prim.Pow && isNumber(e.Args[1], e.T, 2) {
		return &core.PrimApp{Op: prim.Mul, T: e.T, Args: []core.Atom{e.Args[0], e.Args[0]}}
	}
	return s.sums(e)
}

// isNumber reports whether a is the constant n of type t.
func isNumber(a core.Atom, t prim.Type, n int64) bool {
	if t.IsFloat() {
		return core.IsConst(a, prim.Float(t, float64(n)))
	}
	return core.IsConst(a, prim.Int(t, n))
}

// fold evaluates an operator on constants, unless it fails.
func fold(e *core.PrimApp) (core.Atom, bool) {
	args := make([]prim.Scalar, len(e.Args))
	for i, a := range e.Args {
		c, ok := a.(core.Const)
		if !ok {
			return nil, false
		}
		args[i] = c.Scalar
	}
	r, err := e.Op.Eval(e.T, args)
	if err != nil || r.Type.IsFloat() && math.IsNaN(r.Float64()) {
		return nil, false
	}
	return core.Const{Scalar: r}, true
}

func isZero(a core.Atom, t prim.Type) bool { return core.IsConst(a, prim.Zero(t)) }
func isOne(a core.Atom, t prim.Type) bool  { return core.IsConst(a, prim.One(t)) }

// noAdd reports whether adding a leaves everything as it is.
func noAdd(a core.Atom, t prim.Type) bool {
	if t.IsFloat() {
		return core.IsConst(a, prim.Float(t, math.Copysign(0, -1)))
	}
	return isZero(a, t)
}

// identity gives the atom that an application equals, or nil.
func (s *simp) identity(e *core.PrimApp) core.Atom {
	switch len(e.Args) {
	case 1:
		return s.identity1(e, e.Args[0])
	case 2:
		x, y := e.Args[0], e.Args[1]
		if a := identity2(e.Op, e.T, x, y); a != nil {
			return a
		}
		if e.Op.Comm {
			return identity2(e.Op, e.T, y, x)
		}
	}
	return nil
}

// identity1: neg (neg x), not (not x), and conversions to the same type.
func (s *simp) identity1(e *core.PrimApp, x core.Atom) core.Atom {
	if e.Op == prim.To(e.T) {
		return x
	}
	if in, ok := s.def(x).(*core.PrimApp); ok && in.Op == e.Op && in.T == e.T && (e.Op == prim.Neg || e.Op == prim.Not) {
		return in.Args[0]
	}
	return nil
}

// identity2 has the identities of binary operators; those of commutative ones in one order.
func identity2(op *prim.Op, t prim.Type, x, y core.Atom) core.Atom {
	same := x == y && !t.IsFloat()
	switch op {
	case prim.Add:
		if noAdd(y, t) {
			return x
		}
	case prim.Sub:
		if isZero(y, t) {
			return x
		}
		if same {
			return core.Zero(t)
		}
	case prim.Mul, prim.Weigh:
		if isOne(y, t) {
			return x
		}
		if isZero(y, t) && !t.IsFloat() {
			return core.Zero(t)
		}
	case prim.Div, prim.Quot:
		if isOne(y, t) {
			return x
		}
	case prim.Min, prim.Max:
		if same {
			return x
		}
	case prim.Pow:
		switch {
		case isOne(y, t):
			return x
		case isZero(y, t):
			return core.One(t)
		}
	case prim.Shl, prim.Shr, prim.Lshr:
		if isZero(y, t) {
			return x
		}
	case prim.Eq, prim.Le:
		if same {
			return core.BoolC(true)
		}
	case prim.Lt:
		if same {
			return core.BoolC(false)
		}
	}
	return bitIdentity(op, t, x, y)
}

func bitIdentity(op *prim.Op, t prim.Type, x, y core.Atom) core.Atom {
	switch op {
	case prim.And:
		if x == y || t == prim.Bool && isOne(y, t) {
			return x
		}
		if isZero(y, t) {
			return core.Zero(t)
		}
	case prim.Or:
		if x == y || isZero(y, t) {
			return x
		}
		if t == prim.Bool && isOne(y, t) {
			return core.BoolC(true)
		}
	case prim.Xor:
		if isZero(y, t) {
			return x
		}
	}
	return nil
}
