package sparse

import (
	"raido/lang/core"
	"raido/lang/linear"
)

// affine is a sum of integers.
type affine = linear.Form[*core.Var]

func number(c int64) affine { return affine{C: c} }

// solve gives the value of v where a = 0, if its factor is 1 or -1.
func solve(a affine, v *core.Var) (affine, bool) {
	k := a.Factor(v)
	return a.Without(v).Times(-k), k == 1 || k == -1
}
