package rows

import (
	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Remainders makes a comparison of a remainder of which the quotient is one of two neighbouring numbers: (i+1) % n, for a counter i < n, is i+1
// or i+1-n (strength reduction [Allen, Cocke, Kennedy, Reduction of Operator Strength, 1981]). It runs after the passes that know what goes
// round by its remainder.
func Remainders(p *core.Prog) *core.Prog {
	return rewrite(p, func(w *walker, _ *core.Fun) { w.remainders = true })
}

// compared is a remainder by m as a comparison, or the remainder itself.
func (w *walker) compared(fs facts, e *core.PrimApp, m *core.Var) core.Exp {
	x, ok := affine.Of(e.Args[0], w.def)
	if e.Op != prim.Mod || !ok {
		return e
	}
	if k := x.Factor(m); k > 1 || k < -1 {
		return e
	}
	n := linear.Of(m)
	var low affine.Form // x - q*m for the smaller quotient q
	switch {
	case w.holds(fs, x) && w.holds(fs, n.Times(2).Add(-1).Plus(-1, x)):
		low = x
	case w.holds(fs, x.Plus(1, n)) && w.holds(fs, n.Add(-1).Plus(-1, x)):
		low = x.Plus(1, n)
	default:
		return e
	}
	b := w.now()
	high := low.Plus(-1, n)
	value := func(f affine.Form) core.Body {
		return b.Sub(func(b *core.Builder) []core.Atom { return []core.Atom{affine.Atom(f, b)} })
	}
	var first core.Atom // one of both is without m, and tells
	if high.Factor(m) == 0 {
		first = b.Prim(prim.Lt, prim.I64, affine.Atom(high, b), core.IntC(0))
	} else {
		first = b.Prim(prim.Lt, prim.I64, affine.Atom(low, b), m)
	}
	return &core.If{Cond: first, Then: value(low), Else: value(high)}
}
