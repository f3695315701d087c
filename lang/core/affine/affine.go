package affine

import (
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
	"slices"
)

// Form is a sum of integers.
type Form = linear.Form[*core.Var]

const (
	maxAffine = 1 << 20 // numbers in forms are no larger, so that nothing overflows
	maxDepth  = 32      // sums of sums in one
)

// Of is the form of an i64, where def gives the nodes that sums are made by; not ok if its numbers are too large.
func Of(a core.Atom, def func(*core.Var) core.Exp) (Form, bool) { return of(a, def, maxDepth) }

func of(a core.Atom, def func(*core.Var) core.Exp, deep int) (Form, bool) {
	if c, ok := core.IntConst(a); ok {
		f := Form{C: c}
		return f, f.Fits(maxAffine, maxAffine)
	}
	v := a.(*core.Var)
	e, ok := def(v).(*core.PrimApp)
	if !ok || e.T != prim.I64 || deep == 0 || e.Op != prim.Add && e.Op != prim.Sub {
		return linear.Of(v), true
	}
	x, ok := of(e.Args[0], def, deep-1)
	y, ok2 := of(e.Args[1], def, deep-1)
	k := int64(1)
	if e.Op == prim.Sub {
		k = -1
	}
	f := x.Plus(k, y)
	return f, ok && ok2 && f.Fits(maxAffine, maxAffine)
}

// Atom computes a form, of what is added first.
func Atom(f Form, b *core.Builder) core.Atom {
	var out core.Atom
	for _, plus := range []bool{true, false} {
		for _, t := range f.Terms {
			n := t.K
			if n > 0 != plus {
				continue
			}
			x, op := core.Atom(t.V), prim.Add
			if n < 0 {
				op, n = prim.Sub, -n
			}
			if n != 1 {
				x = b.Prim(prim.Mul, prim.I64, core.IntC(n), x)
			}
			switch {
			case out != nil:
				out = b.Prim(op, prim.I64, out, x)
			case plus:
				out = x
			default:
				out = b.Prim(op, prim.I64, core.IntC(f.C), x)
				f.C = 0
			}
		}
	}
	switch {
	case out == nil:
		return core.IntC(f.C)
	case f.C != 0:
		return b.Prim(prim.Add, prim.I64, out, core.IntC(f.C))
	}
	return out
}

// Inside reports whether an index p that follows from a place t of 0..n-1 is certainly not negative, and whether it is certainly below w,
// where t is k*p + rest and k is 1 or -1.
func Inside(n, w core.Atom, k int64, rest Form, def func(*core.Var) core.Exp) (low, high bool) {
	x, ok := Of(n, def)
	y, ok2 := Of(w, def)
	if !ok || !ok2 {
		return false, false
	}
	for _, t := range rest.Terms { // sizes less 1, for example
		f, ok := Of(t.V, def)
		if !ok {
			return false, false
		}
		rest = rest.Without(t.V).Plus(t.K, f)
	}
	least, most := rest.Times(-1), x.Add(-1).Plus(-1, rest) // p = t - rest
	if k < 0 {
		least, most = rest.Plus(-1, x).Add(1), rest // p = rest - t
	}
	more := y.Add(-1).Plus(-1, most)
	return len(least.Terms) == 0 && least.C >= 0, len(more.Terms) == 0 && more.C >= 0
}

// Behind is the array that an expression is a view of (a name, a row, a slice or an array with other dimensions first), and where the element at a
// place of the view is in it. The array is nil if that is no sum; view is false if the expression is none of these. form gives an index as a sum.
func Behind(e core.Exp, at []Form, form func(core.Atom) (Form, bool)) (arr *core.Var, in []Form, view bool) {
	switch e := e.(type) {
	case *core.Use:
		return core.AsVar(e.Atom), at, true
	case *core.Index:
		before := make([]Form, len(e.Idx), len(e.Idx)+len(at))
		for k, a := range e.Idx {
			var ok bool
			if before[k], ok = form(a); !ok {
				return nil, nil, true
			}
		}
		return e.Arr, append(before, at...), true
	case *core.Slice:
		out := slices.Clone(at)
		for k, d := range e.Dims {
			start, ok := form(d.Start)
			stride, fixed := core.IntConst(d.Stride)
			if !ok || !fixed || k >= len(at) {
				return nil, nil, true
			}
			out[k] = start.Plus(stride, at[k])
		}
		return e.Arr, out, true
	case *core.Rearrange:
		if len(at) < len(e.Perm) {
			return nil, nil, true
		}
		out := slices.Clone(at)
		for k, d := range e.Perm {
			out[d] = at[k]
		}
		return e.Arr, out, true
	default: // made anew, or carried
	}
	return nil, nil, false
}
