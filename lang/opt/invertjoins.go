package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// What operators make of indices. Note [Places by cases].

// mostTimes bounds the factor of a sum.
const mostTimes = 1 << 12

// multipleOf is the operand of which an operator is a constant multiple, and that; 0 if it is none.
func multipleOf(e *core.PrimApp) (x core.Atom, k int64) {
	switch {
	case e.T != prim.I64:
	case e.Op == prim.Neg:
		return e.Args[0], -1
	case e.Op == prim.Mul:
		for d, a := range e.Args {
			if n, ok := core.IntConst(a); ok && -mostTimes <= n && n <= mostTimes {
				return e.Args[1-d], n
			}
		}
	}
	return nil, 0
}

// joins gives what operators make of two sums.
var joins = map[*prim.Op]func(f *finder, x, y affine.Form) []choice{
	prim.Add: func(_ *finder, x, y affine.Form) []choice { return []choice{{form: x.Plus(1, y)}} },
	prim.Sub: func(_ *finder, x, y affine.Form) []choice { return []choice{{form: x.Plus(-1, y)}} },
	prim.Max: func(f *finder, x, y affine.Form) []choice { return f.either(x, y, x.Plus(-1, y)) },
	prim.Min: func(f *finder, x, y affine.Form) []choice { return f.either(x, y, y.Plus(-1, x)) },
	prim.Mod: func(_ *finder, x, y affine.Form) []choice {
		if len(y.Terms) == 1 && y.C == 0 && y.Terms[0].K == 1 {
			x = x.Without(y.Terms[0].V)
		}
		return []choice{{form: x}}
	},
	prim.Xor: func(_ *finder, x, _ affine.Form) []choice { return []choice{{form: x}} },
}

// outside reports whether a number is known outside of the updates.
func (f *finder) outside(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return !ok || !f.bound[v]
}

// either is x where d is positive, and y where it is negative. Where they are the same it is the one that goes with an index.
func (f *finder) either(x, y, d affine.Form) []choice {
	if !slices.ContainsFunc(x.Terms, func(t linear.Term[*core.Var]) bool { return f.iv.levels[t.V] != nil }) {
		x, y, d = y, x, d.Times(-1)
	}
	return []choice{{form: x, when: []affine.Form{d}}, {form: y, when: []affine.Form{d.Times(-1).Add(-1)}}}
}
