package opt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Equal sums]
//
// Indices are sums of few variables, which programs and derivatives make in any order: the return sweep of a loop from j + 1 on has (i + k) + 1 for what is
// read and (i + 1) + k for what is written. As text they are two indices, and an update of one row is never seen to be that of the other. So sums and
// differences of i64 are compared by what they are of, as affine.Form: addition of i64 wraps, is a group, and may be done in any order. [ours]
// A sum that is one variable again, or a number, is that. Long sums are compared as text: their forms cost more than they find.

// mostTerms is how many variables a sum has at most that is compared with others.
const mostTerms = 6

// equalSums are the forms of the i64 that have been met, by their new names.
type equalSums map[*core.Var]affine.Form

// of is the form of an expression; false if it is no short sum.
func (f equalSums) of(e core.Exp) (affine.Form, bool) {
	p, ok := e.(*core.PrimApp)
	if !ok || p.T != prim.I64 || p.Op != prim.Add && p.Op != prim.Sub {
		return affine.Form{}, false
	}
	k := int64(1)
	if p.Op == prim.Sub {
		k = -1
	}
	sum := f.atom(p.Args[0]).Plus(k, f.atom(p.Args[1]))
	return sum, len(sum.Terms) <= mostTerms
}

// atom is the form of an operand.
func (f equalSums) atom(a core.Atom) affine.Form {
	v := core.AsVar(a)
	if v == nil {
		n, _ := core.IntConst(a)
		return affine.Form{C: n}
	}
	if sum, ok := f[v]; ok {
		return sum
	}
	return linear.Of(v)
}

// plainSum is the atom that a form is, nil if it is a sum.
func plainSum(f affine.Form) core.Atom {
	switch {
	case len(f.Terms) == 0:
		return core.IntC(f.C)
	case len(f.Terms) == 1 && f.C == 0 && f.Terms[0].K == 1:
		return f.Terms[0].V
	}
	return nil
}

// keyOf is a text that equal forms share, and no expression.
func keyOf(f affine.Form) string {
	terms := slices.Clone(f.Terms)
	slices.SortFunc(terms, func(x, y linear.Term[*core.Var]) int { return cmp.Compare(x.V.ID, y.V.ID) })
	var b strings.Builder
	fmt.Fprintf(&b, "sum %d", f.C)
	for _, t := range terms {
		fmt.Fprintf(&b, " %d*%d", t.K, t.V.ID)
	}
	return b.String()
}
