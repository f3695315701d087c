package fwd

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// reduce: with an associative operator.                                  [ours]
//
//	primal   y = reduce op ne xs
//	tangent  (y, yDot) = reduce (\(a, aDot) (b, bDot) -> (op a b, opDot a aDot b bDot)) (ne, neDot) (zip xs xsDot)
//
// The operator on duals is associative because op is and derivatives compose. Addition is linear, so its
// tangent is a reduction of its own: yDot = reduce (+) 0 xsDot.
func (f *fwd) Reduce(s core.Stm, e *core.Reduce) {
	if isAdd(e.Fn) && f.get(e.Ne[0]) == nil {
		f.keep(s)
		f.set(s.Pat[0], f.linear(e.Arrs[0], func(b *core.Builder, d core.Atom) core.Atom {
			return b.Let("redDot", &core.Reduce{W: e.W, Fn: core.Rename(e.Fn), Ne: addZero(e.Fn), Arrs: []*core.Var{d.(*core.Var)}, Comm: e.Comm})
		}))
		return
	}
	if !anyOf(f.act.Which(s.Pat)) {
		f.keep(s)
		return
	}
	ne, arrs := f.dualOperands(e.Ne, e.Arrs, f.act.Which(s.Pat))
	f.bindDots(s.Pat, 0, &core.Reduce{W: e.W, Fn: f.dualOp(e.Fn, len(e.Ne)), Ne: ne, Arrs: arrs, Comm: e.Comm})
}

// isAdd reports whether an operator is scalar addition.
func isAdd(l *core.Lambda) bool {
	op, ok := core.IsBinOp(l)
	return ok && op.Op == prim.Add
}

func addZero(l *core.Lambda) []core.Atom { return []core.Atom{core.Zero(l.Ret[0].Elem)} }

func anyOf(bs []bool) bool {
	for _, b := range bs {
		if b {
			return true
		}
	}
	return false
}

// dualOperands are neutral elements and arrays followed by the tangents of those wanted; the arrays have
// the seed dimension inside.
func (f *fwd) dualOperands(ne []core.Atom, arrs []*core.Var, want []bool) ([]core.Atom, []*core.Var) {
	nes, as := append([]core.Atom{}, ne...), append([]*core.Var{}, arrs...)
	for i, w := range want {
		if w {
			nes = append(nes, f.dotOrZero(ne[i]))
			as = append(as, f.dotIn(arrs[i], 1))
		}
	}
	return nes, as
}

// dualOp is an operator of 2k parameters on duals: each half of the parameters is followed by its
// tangents, and so are the results.
func (f *fwd) dualOp(l *core.Lambda, k int) *core.Lambda {
	want := f.act.Which(l.Params[:k])
	n := &core.Lambda{}
	for _, half := range [][]*core.Var{l.Params[:k], l.Params[k:]} {
		n.Params = append(append(n.Params, half...), f.dots(half)...)
	}
	n.Ret = f.withDots(l.Ret, want, 0)
	n.Body = f.body(l.Body, want, both)
	return n
}
