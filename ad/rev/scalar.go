package rev

import (
	"raido/ad/deriv"
	"raido/lang/core"
	"raido/lang/prim"
)

// primApp: a primitive operator. [Bruun22, 3.3, rule 3.2]
//
//	primal   y = f x1 ... xn
//	return   xi̅ += ∂f/∂xi * y̅
//
// The partial derivatives are rows of ad/deriv; a conversion converts the adjoint back.
func (r *rev) PrimApp(st core.Stm, e *core.PrimApp) {
	y := st.Pat[0]
	r.simple(st, func(yBar core.Atom) {
		for i, c := range deriv.VJP(r.b(), e.Op, e.T, e.Args, y, yBar) {
			r.contribute(e.Args[i], c)
		}
	})
}

// Arithmetic on sizes and indices.

func plus(b *core.Builder, x, y core.Atom) core.Atom  { return sizeOp(b, prim.Add, x, y) }
func minus(b *core.Builder, x, y core.Atom) core.Atom { return sizeOp(b, prim.Sub, x, y) }
func times(b *core.Builder, x, y core.Atom) core.Atom { return sizeOp(b, prim.Mul, x, y) }

// sizeOp is an operator on i64, computed now if both operands are constants.
func sizeOp(b *core.Builder, op *prim.Op, x, y core.Atom) core.Atom {
	cx, okx := x.(core.Const)
	cy, oky := y.(core.Const)
	if okx && oky {
		if s, err := op.Eval(prim.I64, []prim.Scalar{cx.Scalar, cy.Scalar}); err == nil {
			return core.Const{Scalar: s}
		}
	}
	unit := prim.Zero(prim.I64)
	if op == prim.Mul {
		unit = prim.One(prim.I64)
	}
	switch {
	case oky && cy.Scalar == unit:
		return x
	case okx && cx.Scalar == unit && op != prim.Sub:
		return y
	}
	return b.Prim(op, prim.I64, x, y)
}

// product is the product of dimensions.
func product(b *core.Builder, dims []core.Atom) core.Atom {
	n := core.Atom(core.IntC(1))
	for _, d := range dims {
		n = times(b, n, d)
	}
	return n
}
