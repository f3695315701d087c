package core

import (
	"slices"

	"raido/lang/diag"
	"raido/lang/prim"
)

// IdentityLambda returns its parameters, which have the given types.
func IdentityLambda(ts []Type) *Lambda {
	b := &Builder{}
	return b.Lambda(ts, ts, func(_ *Builder, ps []*Var) []Atom { return Atoms(ps) })
}

// FlipArgs swaps the two halves of the parameters of a binary operator: (a, b) becomes (b, a).
func FlipArgs(l *Lambda) *Lambda {
	n := Rename(l)
	k := len(n.Params) / 2
	n.Params = append(append([]*Var{}, n.Params[k:]...), n.Params[:k]...)
	return n
}

// IsBinOp reports whether l is \x y -> op x y at scalars (or op y x, if op is commutative), and gives op.
func IsBinOp(l *Lambda) (*PrimApp, bool) {
	if len(l.Params) != 2 || len(l.Body.Stms) != 1 || len(l.Body.Result) != 1 {
		return nil, false
	}
	s := l.Body.Stms[0]
	e, ok := s.Exp.(*PrimApp)
	if !ok || len(e.Args) != 2 || l.Body.Result[0] != Atom(s.Pat[0]) {
		return nil, false
	}
	x, y := Atom(l.Params[0]), Atom(l.Params[1])
	straight := e.Args[0] == x && e.Args[1] == y
	swapped := e.Args[0] == y && e.Args[1] == x
	return e, straight || swapped && e.Op.Comm
}

// IsNeutral reports whether a constant is the neutral element of a primitive operator, on numbers or on arrays of them element by element.
// Zero is that of a sum, whatever its sign.
func IsNeutral(op *Lambda, ne Atom) bool {
	e := primOf(op)
	c, ok := ne.(Const)
	if e == nil || !ok {
		return false
	}
	s, ok := e.Op.Neutral(e.T)
	return ok && (c.Scalar == s || e.Op == prim.Add && c.Scalar == prim.Zero(e.T))
}

// NeutralOf is ne if that is the neutral element of a primitive operator, else the one that is; of other operators it is ne.
func NeutralOf(op *Lambda, ne Atom) Atom {
	if e := primOf(op); e != nil && !IsNeutral(op, ne) {
		if s, ok := e.Op.Neutral(e.T); ok {
			return Const{s}
		}
	}
	return ne
}

// primOf is the primitive operator that a lambda applies, to numbers or to arrays of them element by element; nil if it is none.
func primOf(op *Lambda) *PrimApp {
	for len(op.Body.Stms) == 1 {
		m, ok := op.Body.Stms[0].Exp.(*Map)
		if !ok {
			break
		}
		op = m.Fn
	}
	if e, ok := IsBinOp(op); ok {
		return e
	}
	return nil
}

// Walk calls f on every statement of a body and of all bodies and lambdas inside, outer ones first.
func Walk(b Body, f func(Stm)) {
	for _, s := range b.Stms {
		diag.Poll()
		f(s)
		s.Exp.Map(Mapper{
			Body:   func(b Body) Body { Walk(b, f); return b },
			Lambda: func(l *Lambda) *Lambda { Walk(l.Body, f); return l },
		})
	}
}

// Statements is the number of statements of a body and of all bodies and lambdas inside.
func Statements(b Body) int {
	n := 0
	Walk(b, func(Stm) { n++ })
	return n
}

// Needed is a body without the statements whose results are not used, checks included.
func Needed(b Body) Body {
	used := FreeInBody(Body{Result: b.Result})
	var stms []Stm
	for _, s := range slices.Backward(b.Stms) {
		if slices.ContainsFunc(s.Pat, used.Has) {
			stms = append(stms, s)
			for _, v := range FreeInStm(s).List {
				used.Add(v)
			}
		}
	}
	slices.Reverse(stms)
	return Body{Stms: stms, Result: b.Result}
}

// Inside is an expression with f done to the bodies in it: branches, bodies of loops and of lambdas.
func Inside(e Exp, f func(Body) Body) Exp {
	return e.Map(Mapper{Body: f, Lambda: func(l *Lambda) *Lambda {
		return &Lambda{Params: l.Params, Ret: l.Ret, Body: f(l.Body)}
	}})
}

// Replace is a body in which by gives other expressions for some statements; nil for those that stay, inside of which it looks as well.
func Replace(b Body, by func(Stm) Exp) Body {
	in := func(b Body) Body { return Replace(b, by) }
	out := Body{Result: b.Result}
	for _, s := range b.Stms {
		if e := by(s); e != nil {
			s.Exp = e
		} else {
			s.Exp = Inside(s.Exp, in)
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// Counts reports whether an expression is the array 0, 1, 2, ... of i64.
func Counts(e Exp) bool {
	i, ok := e.(*Iota)
	return ok && i.T == prim.I64 && IsInt(i.Start, 0) && IsInt(i.Step, 1)
}

// Folds reports whether code goes through elements one after the other.
func Folds(b Body) bool {
	found := false
	Walk(b, func(s Stm) {
		switch s.Exp.(type) {
		case *Reduce, *Scan, *Loop:
			found = true
		default: // each element alone
		}
	})
	return found
}
