package opt

import (
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// affine is a sum of integers.
type affine = linear.Form[*core.Var]

const (
	maxAffine = 1 << 20 // numbers in forms are no larger, so that nothing overflows
	maxDepth  = 32      // sums of sums in one
)

// affineOf is the form of an i64, where def gives the nodes that sums are made by; not ok if its numbers are too large.
func affineOf(a core.Atom, def func(*core.Var) core.Exp, deep int) (affine, bool) {
	if c, ok := core.IntConst(a); ok {
		f := affine{C: c}
		return f, f.Fits(maxAffine, maxAffine)
	}
	v := a.(*core.Var)
	e, ok := def(v).(*core.PrimApp)
	if !ok || e.T != prim.I64 || deep == 0 || e.Op != prim.Add && e.Op != prim.Sub {
		return linear.Of(v), true
	}
	x, ok := affineOf(e.Args[0], def, deep-1)
	y, ok2 := affineOf(e.Args[1], def, deep-1)
	k := int64(1)
	if e.Op == prim.Sub {
		k = -1
	}
	f := x.Plus(k, y)
	return f, ok && ok2 && f.Fits(maxAffine, maxAffine)
}

// affineAtom computes a form, of what is added first.
func affineAtom(f affine, b *core.Builder) core.Atom {
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
