// Package simplify makes the parallel code of kernels simpler: its passes take and give seg.Progs.
//
//	powers            small constant powers become products
//	choose            branches of a few cheap operations become selections, so that loops around them can be vectors
//	once              loops of no or one iteration become branches
//	borders           loops over points that ask whether they are at the border become one over the border and one over the rest
//	ranges            checks of indices that are in range for sure are dropped, and so are guards
//	regions           loops over elements of which regions are computed in different ways, or not at all, become loops over the regions
//	shorten           folds go over the terms that are not zero
//	choose-unchecked  choose once more, for branches that have lost their checks
//	hoist-checks      checks of indices are made before a loop, for all its iterations
//	in-place          loops that change arrays in place are independent where a test before them says so
//	own-places        updates at places of their iteration's own need no order
//	sink-loads        loads from all over an array move into the branch that needs them
//	totals            loops that add to places that do not change, or to variables, become folds
//	count-first       totals that maps need beside scans are counted before them
//	hand-on           maps do their work where scans have their results
//	take-in           scans compute what light maps make for them alone
//	scatter-on        scans write to the places that they make
//	side-by-side      scans over the same points become one
//	choose-sums       choose once more, for longer branches of scans
//
// Input: a program whose kernels have no forms and no copies for lanes. Output: the same.
//
// Layer 6: imports lang/core, lang/limits, lang/prim, backend/seg.
package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// eachCode applies a function to the code of all kernels: of their points, their operators, and what scans do with their results.
func eachCode(p *seg.Prog, f func(k *seg.Kernel, c seg.Code) seg.Code) *seg.Prog {
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		n := *k
		n.Body = f(k, k.Body)
		operator := func(op *seg.Operator) *seg.Operator {
			out := *op
			out.Body = f(k, op.Body)
			return &out
		}
		if k.Op != nil {
			n.Op = operator(k.Op)
		}
		if k.After != nil {
			after := *k.After
			after.Body = f(k, k.After.Body)
			n.After = &after
		}
		n.Accs = slices.Clone(k.Accs)
		for i, a := range k.Accs {
			acc := *a
			acc.Op = operator(a.Op)
			n.Accs[i] = &acc
		}
		return &n
	})
}

// countUses counts the operands in code.
func countUses(c seg.Code) map[core.Atom]int {
	out := map[core.Atom]int{}
	seg.Walk(c, func(s seg.Stm) { seg.Operands(s, func(a core.Atom) { out[a]++ }) })
	return out
}
