package simplify

import (
	"maps"
	"math"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Linear indices]
//
// An index that is a sum of loop indices, as x[i+a, j+b] of a convolution, is in range where its smallest and largest values are so. The
// largest one of i + a, for i < n - 2 and a < 3, is (n - 3) + 2 = n - 1. So 0 <= x and 0 <= n - 1 - x are asked of linear forms: of the
// indices in a form, the innermost one first, each is replaced by what makes the form least, 0 or its bound less 1; what is left must be
// sizes, which are not negative, and a constant that is not negative (Fourier-Motzkin elimination in one order). Loop bounds that overflow
// prove nothing: a form that still mentions what is no size fails. Coefficients are small, so that sums of sizes do not overflow.

// form is a sum of integers.
type form = linear.Form[*core.Var]

// maxCoef bounds the numbers in a form.
const maxCoef = 1 << 12

func fits(f form) bool { return f.Fits(maxCoef, maxCoef) }

// sum is an operator's result, for forms: of was true of the operands at a time.
type sum struct {
	op   *prim.Op
	args []core.Atom
	at   int
}

// isSum reports whether an operator makes linear forms of linear forms.
func isSum(op *prim.Op, t prim.Type, args []core.Atom) bool {
	if t != prim.I64 {
		return false
	}
	if op == prim.Mul {
		_, ok := core.IntConst(args[1])
		_, ok2 := core.IntConst(args[0])
		return ok || ok2
	}
	return op == prim.Add || op == prim.Sub
}

// form is the form of an atom; not ok if its numbers are too large.
func (t *facts) form(a core.Atom, deep int) (form, bool) {
	return formOf(a, deep, func(v *core.Var) (*prim.Op, []core.Atom) {
		s, ok := t.sums[v]
		if !ok {
			s, ok = t.hostFacts.sums[v]
		}
		if !ok || !t.same(s.at, s.args...) {
			return nil, nil
		}
		return s.op, s.args
	})
}

// formOf is the form of an atom, of sums in sums so deep; sum gives the operator and operands of a variable, no operator if it is no sum.
// It is not ok if its numbers are too large.
func formOf(a core.Atom, deep int, sum func(*core.Var) (*prim.Op, []core.Atom)) (form, bool) {
	if c, ok := core.IntConst(a); ok {
		f := form{C: c}
		return f, fits(f)
	}
	v, ok := a.(*core.Var)
	if !ok {
		return form{}, false
	}
	op, args := sum(v)
	if op == nil || deep == 0 {
		return linear.Of(v), true
	}
	x, ok := formOf(args[0], deep-1, sum)
	y, ok2 := formOf(args[1], deep-1, sum)
	if !ok || !ok2 {
		return form{}, false
	}
	var f form
	switch {
	case op == prim.Add:
		f = x.Plus(1, y)
	case op == prim.Sub:
		f = x.Plus(-1, y)
	case len(x.Terms) == 0:
		f = y.Times(x.C)
	default:
		f = x.Times(y.C)
	}
	return f, fits(f)
}

const (
	deepest  = 8  // sums in a form
	mostOuts = 16 // indices that are replaced
)

// notNegative reports whether a form is certainly >= 0.
func (t *facts) notNegative(f form) bool {
	var counted []core.Atom // the bounds of indices, so not 0
	for range mostOuts {
		v := t.innermost(f)
		if v == nil {
			break
		}
		counted = append(counted, t.bound(v))
		k := f.Factor(v)
		by := form{C: max(t.least(v), 0)}
		if k < 0 {
			n, ok := t.form(t.bound(v), deepest)
			if !ok {
				return false
			}
			by = n.Add(-1)
		}
		if f = f.Put(v, by); !fits(f) {
			return false
		}
	}
	for _, x := range f.Terms {
		if x.K < 0 || !t.isSize(x.V) {
			return false
		} else if slices.Contains(counted, core.Atom(x.V)) {
			f.C += x.K
		}
	}
	return f.C >= 0
}

// proves reports whether a form is certainly >= 0, perhaps by one of the facts.
func (t *facts) proves(f form) bool {
	if t.notNegative(f) {
		return true
	}
	for _, h := range t.holds {
		if h.sum == nil || !t.valid(h) || !slices.ContainsFunc(h.sum.Terms, func(x linear.Term[*core.Var]) bool { return x.K == f.Factor(x.V) }) {
			continue
		}
		if rest := f.Plus(-1, *h.sum); fits(rest) && t.notNegative(rest) {
			return true
		}
	}
	return false
}

// orders is what x - y >= c says, as a form.
func (t *facts) orders(x, y core.Atom, c int64) (out []fact) {
	f, ok := t.form(x, deepest)
	g, ok2 := t.form(y, deepest)
	d := f.Plus(-1, g).Add(-c)
	if !ok || !ok2 || len(d.Terms) == 0 || !fits(d) {
		return nil
	}
	return []fact{{v: d.Terms[0].V, low: math.MinInt64, sum: &d}}
}

// innermost is the index in a form that was bound last; nil if there is none.
func (t *facts) innermost(f form) (out *core.Var) {
	last := math.MinInt
	for _, x := range f.Terms {
		if n, ok := t.depth[x.V]; ok && n > last && t.bound(x.V) != nil {
			out, last = x.V, n
		}
	}
	return out
}

// fromZero reports whether i >= 0 for a linear form.
func (t *facts) fromZero(i core.Atom) bool {
	x, ok := t.form(i, deepest)
	return ok && t.proves(x)
}

// upTo reports whether i < n for linear forms.
func (t *facts) upTo(i, n core.Atom) bool { return t.ordered(i, n, 1) }

// ordered reports whether y - x >= c for linear forms.
func (t *facts) ordered(x, y core.Atom, c int64) bool {
	f, ok := t.form(x, deepest)
	g, ok2 := t.form(y, deepest)
	d := g.Plus(-1, f).Add(-c)
	return ok && ok2 && fits(d) && t.proves(d)
}

// within says that a variable is in 0..n-1 from now on.
func (t *facts) within(v *core.Var, n core.Atom) {
	t.below[v] = number{n, t.time}
	t.depth[v] = len(t.depth)
}

// hostSum notes a sum that the host computes.
func (h *hostFacts) hostSum(l *seg.HLet) {
	if isSum(l.Op, l.T, l.Args) {
		h.sums[l.V] = sum{l.Op, l.Args, 0}
	}
}

// checkedSizes adds the sizes that a program checks to be others before it does anything else.
func (h *hostFacts) checkedSizes(c []seg.HostStm) {
	same := map[core.Atom][]core.Atom{}
	for _, s := range c {
		switch s := s.(type) {
		case *seg.HLet:
			if s.Op == prim.Eq && s.T == prim.I64 {
				same[s.V] = s.Args
			}
		case *seg.HCheck:
			if as := same[s.Cond]; as != nil && (h.sizes[as[0]] || h.sizes[as[1]]) {
				h.sizes[as[0]], h.sizes[as[1]] = true, true
			}
		case *seg.HLaunch, *seg.HIf, *seg.HFor, *seg.HWhile:
			return
		default: // copies, perhaps
		}
	}
}

// before notes the sums that the host has checked to be sizes when it launches a kernel, of those in a list; says are what conditions say not
// to be negative. A kernel that is launched twice has what is known at both places.
func (h *hostFacts) before(c []seg.HostStm, says map[core.Atom]*core.Var, known map[core.Atom]bool) {
	known = maps.Clone(known)
	for _, s := range c {
		switch s := s.(type) {
		case *seg.HLet:
			if n, ok := s.Args[len(s.Args)-1].(*core.Var); ok && s.Op == prim.Le && s.T == prim.I64 && core.IsInt(s.Args[0], 0) {
				says[s.V] = n
			}
		case *seg.HCheck:
			if n := says[s.Cond]; h.offsets[n].of != nil {
				known[n] = true
			}
		case *seg.HLaunch:
			if old, ok := h.checked[s.Kernel]; ok {
				maps.DeleteFunc(old, func(n core.Atom, _ bool) bool { return !known[n] })
			} else {
				h.checked[s.Kernel] = maps.Clone(known)
			}
		default: // says nothing after it
			s.Each(seg.Visitor{Host: func(in seg.Host) { h.before(in, says, known) }})
		}
	}
}
