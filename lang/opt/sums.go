package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// sums simplifies sums and differences of integers, the arithmetic of sizes and of the ends of slices: what is a constant, a variable, a product or
// one of them and a constant after all, as (i + 1) * n - i * n, is written so. What two sides of an equation differ by decides it. Integers wrap, so
// this holds for all values.
func (s *simp) sums(e *core.PrimApp) core.Exp {
	if !e.T.IsInt() || e.Op != prim.Add && e.Op != prim.Sub && e.Op != prim.Eq {
		return nil
	}
	sign := int64(-1)
	if e.Op == prim.Add {
		sign = 1
	}
	x, y := s.products(e.Args[0], e.T, maxSums), s.products(e.Args[1], e.T, maxSums)
	f := x.Plus(sign, y)
	c := core.Const{Scalar: prim.Int(e.T, f.C)}
	switch {
	case e.Op == prim.Eq && len(f.Terms) == 0:
		return &core.Use{Atom: core.BoolC(isZero(c, e.T))}
	case e.Op == prim.Eq || len(f.Terms) > 1 || len(f.Terms) == 1 && f.Terms[0].K != 1:
		return nil
	case len(f.Terms) == 0:
		return &core.Use{Atom: c}
	}
	t := f.Terms[0].V
	switch {
	case t[1] == nil && isZero(c, e.T):
		return &core.Use{Atom: t[0]}
	case t[1] == nil:
		if e.Op == prim.Add && e.Args[0] == core.Atom(t[0]) && e.Args[1] == core.Atom(c) {
			return nil
		}
		return &core.PrimApp{Op: prim.Add, T: e.T, Args: []core.Atom{t[0], c}}
	case t[2] == nil && isZero(c, e.T):
		return &core.PrimApp{Op: prim.Mul, T: e.T, Args: []core.Atom{t[0], t[1]}}
	}
	return nil
}

const (
	maxSums    = 8 // sums of sums in one
	maxSummand = 8 // summands of a product
)

// factors is a product of one variable to three, in the order of their numbers; nil is no factor.
type factors [3]*core.Var

// products is an integer as a sum of products.
func (s *simp) products(a core.Atom, t prim.Type, deep int) linear.Form[factors] {
	if c, ok := a.(core.Const); ok {
		return linear.Form[factors]{C: c.Int64()}
	}
	v := a.(*core.Var)
	e, ok := s.defs[v].(*core.PrimApp)
	if !ok || e.T != t || deep == 0 {
		return linear.Of(factors{v})
	}
	switch e.Op {
	case prim.Add:
		return s.products(e.Args[0], t, deep-1).Plus(1, s.products(e.Args[1], t, deep-1))
	case prim.Sub:
		return s.products(e.Args[0], t, deep-1).Plus(-1, s.products(e.Args[1], t, deep-1))
	case prim.Mul:
		if f, ok := times(s.products(e.Args[0], t, deep-1), s.products(e.Args[1], t, deep-1)); ok {
			return f
		}
	default: // a factor
	}
	return linear.Of(factors{v})
}

// times is the product of two sums; not ok if it has too many summands, or factors in one.
func times(f, g linear.Form[factors]) (linear.Form[factors], bool) {
	if (len(f.Terms)+1)*(len(g.Terms)+1) > maxSummand {
		return linear.Form[factors]{}, false
	}
	out := f.Times(g.C)
	out.C = f.C * g.C
	out = out.Plus(f.C, linear.Form[factors]{Terms: g.Terms})
	for _, x := range f.Terms {
		for _, y := range g.Terms {
			vs := slices.DeleteFunc(slices.Concat(x.V[:], y.V[:]), func(v *core.Var) bool { return v == nil })
			if len(vs) > len(factors{}) {
				return linear.Form[factors]{}, false
			}
			slices.SortFunc(vs, func(a, b *core.Var) int { return int(a.ID - b.ID) })
			var p factors
			copy(p[:], vs)
			out = out.Plus(x.K*y.K, linear.Of(p))
		}
	}
	return out, true
}
