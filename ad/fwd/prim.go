package fwd

import (
	"raido/ad/deriv"
	"raido/lang/core"
	"raido/lang/prim"
)

// prim: a primitive operator.                                            [Jensen24, 3.1]
//
//	primal   y = op x1 .. xn
//	tangent  yDot = sum_i (d op / d xi) * xiDot
//
// The partials are computed once for all seeds; a conversion converts the tangent.
func (f *fwd) prim(e *core.PrimApp, y *core.Var) core.Atom {
	dots := f.gets(e.Args)
	if e.Op.IsConversion() {
		to := y.Type.Elem
		if dots[0] == nil || e.T == prim.Bool || to == prim.Bool {
			return nil
		}
		if e.T == to {
			return dots[0]
		}
		return f.linear(e.Args[0], func(b *core.Builder, d core.Atom) core.Atom { return deriv.Convert(b, e.T, to, d) })
	}
	if y.Type.Elem == prim.Bool || none(dots) {
		return nil
	}
	partials := deriv.Partials(f.b, e.Op, e.T, e.Args, y)
	for i, p := range partials {
		if p == nil {
			dots[i] = nil
		}
	}
	if none(dots) {
		return nil
	}
	if d := single(dots); d >= 0 && core.IsConst(partials[d], prim.One(e.T)) {
		return dots[d]
	}
	return f.lift(dots, func(b *core.Builder, dots []core.Atom) core.Atom {
		var sum core.Atom
		for i, d := range dots {
			if d == nil {
				continue
			}
			term := deriv.Times(b, e.T, partials[i], d)
			if sum != nil {
				term = b.Prim(prim.Add, e.T, sum, term)
			}
			sum = term
		}
		return sum
	})
}

func none(dots []core.Atom) bool {
	for _, d := range dots {
		if d != nil {
			return false
		}
	}
	return true
}

// single is the index of the only tangent that is not nil, or -1.
func single(dots []core.Atom) int {
	at := -1
	for i, d := range dots {
		if d == nil {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}
