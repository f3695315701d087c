package sparse

import (
	"math"

	"raido/lang/core"
	"raido/lang/prim"
)

// primApp: what an operator makes, by what it is made of.
func (w *walk) primApp(s core.Stm, e *core.PrimApp) {
	v := s.Pat[0]
	switch {
	case v.Type.Elem == prim.Bool:
		w.condition(v, e)
	case v.Type.Elem == prim.I64 && e.T == prim.I64:
		w.integer(v, e)
	default: // a number
	}
	w.set(v, w.zeroOf(e))
	w.emit(s)
}

// zeroOf is where an application may differ from zero.
func (w *walk) zeroOf(e *core.PrimApp) region {
	switch e.Op {
	case prim.Add, prim.Sub:
		return w.region(e.Args[0]).or(w.region(e.Args[1]))
	case prim.Weigh:
		return w.region(e.Args[0]).and(w.region(e.Args[1]))
	case prim.Mul:
		if e.T.IsInt() {
			return w.region(e.Args[0]).and(w.region(e.Args[1]))
		}
		for i, a := range e.Args { // by a number that is finite and not negative: no NaN, and no zero of another sign
			if c, ok := a.(core.Const); ok && c.Float64() >= 0 && !math.IsInf(c.Float64(), 1) {
				return w.region(e.Args[1-i])
			}
		}
		return everywhere()
	case prim.Min, prim.Max:
		return w.region(e.Args[0]).or(w.region(e.Args[1]))
	}
	if e.Op.IsConversion() && e.T == prim.Bool {
		if c := core.AsVar(e.Args[0]); c != nil {
			if k, ok := w.conds[c]; ok {
				return k.yes
			}
		}
		return everywhere()
	}
	if e.Op == prim.Neg {
		return w.region(e.Args[0])
	}
	if len(e.Args) == 1 && e.T != prim.Bool {
		z, err := e.Op.Eval(e.T, []prim.Scalar{prim.Zero(e.T)})
		if err == nil && z == prim.Zero(z.Type) {
			return w.region(e.Args[0])
		}
	}
	return everywhere()
}

// integer notes a sum of small parts, and what stays small.
func (w *walk) integer(v *core.Var, e *core.PrimApp) {
	for _, a := range e.Args {
		if !w.isSmall(a) {
			return
		}
	}
	switch e.Op {
	case prim.Add:
		w.sums[v] = w.affine(e.Args[0]).Plus(1, w.affine(e.Args[1]))
	case prim.Sub:
		w.sums[v] = w.affine(e.Args[0]).Plus(-1, w.affine(e.Args[1]))
	case prim.Neg:
		w.sums[v] = w.affine(e.Args[0]).Times(-1)
	case prim.Mul:
		x, y := w.affine(e.Args[0]), w.affine(e.Args[1])
		if len(x.Terms) == 0 {
			x, y = y, x
		}
		if len(y.Terms) > 0 || y.C >= mostFactor || y.C <= -mostFactor {
			return
		}
		w.sums[v] = x.Times(y.C)
	case prim.Min, prim.Max, prim.Abs, prim.Div, prim.Mod, prim.Quot, prim.Rem:
		w.small[v] = true
		return
	default:
		return
	}
	w.small[v] = modest(w.sums[v])
}

// mostFactor bounds factors in sums.
const mostFactor = 1 << 20

// modest reports whether a sum of small variables is far from the ends of an i64.
func modest(a affine) bool { return len(a.Terms) <= 8 && a.Fits(mostConst-1, mostFactor-1) }

// condition notes where a comparison of i64 holds, or what is made of such.
func (w *walk) condition(v *core.Var, e *core.PrimApp) {
	switch {
	case e.T == prim.I64 && len(e.Args) == 2:
		w.compare(v, e)
	case e.Op == prim.Not:
		if c, ok := w.cond(e.Args[0]); ok {
			w.conds[v] = cond{c.no, c.yes}
		}
	case e.T == prim.Bool && (e.Op == prim.And || e.Op == prim.Or):
		x, okX := w.cond(e.Args[0])
		y, okY := w.cond(e.Args[1])
		if !okX && !okY {
			return
		}
		if e.Op == prim.And {
			w.conds[v] = cond{x.yes.and(y.yes), x.no.or(y.no)}
		} else {
			w.conds[v] = cond{x.yes.or(y.yes), x.no.and(y.no)}
		}
	}
}

// cond says where a condition holds; nothing is known if not ok.
func (w *walk) cond(a core.Atom) (cond, bool) {
	if c, ok := a.(core.Const); ok {
		if c.Scalar == prim.BoolOf(true) {
			return cond{everywhere(), region{}}, true
		}
		return cond{region{}, everywhere()}, true
	}
	c, ok := w.conds[a.(*core.Var)]
	if !ok {
		c = cond{everywhere(), everywhere()}
	}
	return c, ok
}

// compare: x op y. Orders of what is not small are taken as they stand.
func (w *walk) compare(v *core.Var, e *core.PrimApp) {
	x, y := e.Args[0], e.Args[1]
	d := w.affine(y).Plus(-1, w.affine(x)) // y - x
	is := func(a affine, eq bool) region {
		g, ok := guard{}.with(fact{a, eq})
		if !ok {
			return region{}
		}
		return region{g}
	}
	switch e.Op {
	case prim.Eq:
		w.conds[v] = cond{is(d, true), everywhere()}
	case prim.Le:
		w.conds[v] = cond{w.within(x, y, is(d, false)), is(d.Times(-1).Add(-1), false)}
	case prim.Lt:
		w.conds[v] = cond{w.within(x, y, is(d.Add(-1), false)), is(d.Times(-1), false)}
	}
}

// within is the region where x is at most y, also where x is a magnitude.
func (w *walk) within(x, y core.Atom, r region) region {
	src := w.def[core.AsVar(x)]
	if src == nil {
		return r
	}
	e, ok := src.Exp.(*core.PrimApp)
	if !ok || e.Op != prim.Abs || e.T != prim.I64 || !w.isSmall(e.Args[0]) || len(r) != 1 || len(r[0]) != 1 {
		return r
	}
	abs, inner := core.AsVar(x), w.affine(e.Args[0])
	return r.put(abs, inner).and(r.put(abs, inner.Times(-1)))
}
