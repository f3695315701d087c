package block

import (
	"cmp"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// place says what a whole number is in a part of a block: a sum of multiples of the variables of space, of what is given outside, and a number.
type place = affine.Form

// space are the variables that places are sums of besides h: where a point is, and what stands for products.
type space struct {
	b, r *core.Var // the number of the block, the place in the part
	bh   *core.Var // stands for b * h
	span *core.Var // stands for n / P
}

func newSpace() space {
	v := func(name string) *core.Var { return core.NewVar(name, core.I64) }
	return space{v("b"), v("r"), v("bh"), v("span")}
}

const maxPlace = 1 << 20 // numbers in places are no larger, so that nothing overflows

// outer is the place of what is bound outside of the map.
func (c *code) outer(a core.Atom) place {
	if k, ok := core.IntConst(a); ok {
		return place{C: k}
	}
	v := a.(*core.Var)
	switch {
	case v == c.h:
		return linear.Of(v)
	case core.Atom(v) == c.m.W:
		return linear.Of(c.span).Times(c.parts)
	}
	if x, ok := c.multiple(v); ok {
		return x
	}
	e, ok := c.defs[v].(*core.PrimApp)
	if !ok || e.T != prim.I64 || len(e.Args) != 2 {
		return linear.Of(v)
	}
	x, y := c.outer(e.Args[0]), c.outer(e.Args[1])
	if e.Op == prim.Div && len(y.Terms) == 0 && y.C > 0 && x.Equal(linear.Of(c.span).Times(x.Factor(c.span))) && x.Factor(c.span)%y.C == 0 {
		return linear.Of(c.span).Times(x.Factor(c.span) / y.C)
	}
	if z, ok := sum(e.Op, x, y); ok {
		return z
	}
	return linear.Of(v)
}

// multiple is a variable of which h is a fraction, or a power of two that h is another one of: that has to be so when the program runs.
func (c *code) multiple(v *core.Var) (place, bool) {
	d, ok := c.defs[c.h].(*core.PrimApp)
	if !ok || d.T != prim.I64 {
		return place{}, false
	}
	k := int64(0)
	switch d.Op {
	case prim.Div, prim.Quot, prim.Shr:
		if n, isConst := core.IntConst(d.Args[1]); isConst && d.Args[0] == core.Atom(v) && 0 < n && n < 64 {
			if k = n; d.Op == prim.Shr {
				k = 1 << min(n, 20)
			}
		}
	case prim.Shl:
		if e, isPower := c.defs[v].(*core.PrimApp); isPower && e.Op == prim.Shl && e.T == prim.I64 && e.Args[0] == d.Args[0] {
			x, ok := affine.Of(e.Args[1], c.def)
			y, ok2 := affine.Of(d.Args[1], c.def)
			if n, known := x.Minus(y); ok && ok2 && known && 0 <= n && n < 20 {
				k = 1 << n
			}
		}
	default: // no fraction
	}
	if k == 0 {
		return place{}, false
	}
	c.require(need{v, k})
	return linear.Of(c.h).Times(k), true
}

// sum is what an operator makes of places where that is a sum.
func sum(op *prim.Op, x, y place) (z place, ok bool) {
	switch {
	case op == prim.Add:
		z = x.Plus(1, y)
	case op == prim.Sub:
		z = x.Plus(-1, y)
	case op == prim.Mul && len(x.Terms) == 0:
		z = y.Times(x.C)
	case op == prim.Mul && len(y.Terms) == 0:
		z = x.Times(y.C)
	case op == prim.Shl && len(y.Terms) == 0 && 0 <= y.C && y.C < 20:
		z = x.Times(1 << y.C)
	default:
		return z, false
	}
	return z, z.Fits(maxPlace, maxPlace)
}

// combined is what an operator makes of two places, if that is one.
func (c *code) combined(op *prim.Op, x, y place) (z place, ok bool) {
	if z, ok := sum(op, x, y); ok {
		return z, true
	}
	switch op {
	case prim.Mul:
		for range 2 {
			if k := x.Factor(c.h); k != 0 && x.Equal(linear.Of(c.h).Times(k)) && y.Without(c.b).Equal(place{C: y.C}) {
				z = linear.Of(c.bh).Times(k*y.Factor(c.b)).Plus(k*y.C, linear.Of(c.h))
				return z, z.Fits(maxPlace, maxPlace)
			}
			x, y = y, x
		}
	case prim.Div, prim.Quot:
		if q, _, ok := c.divided(x, y); ok {
			return q, true
		}
	case prim.Mod, prim.Rem:
		if _, r, ok := c.divided(x, y); ok {
			return r, true
		}
	}
	return z, false
}

// divided is x / y and x % y, of what is not negative.
func (c *code) divided(x, y place) (q, r place, ok bool) {
	unit, by := c.h, y.Factor(c.h) // by so many parts, or by a number
	high := c.bh
	if by == 0 {
		unit, by, high = nil, y.C, c.b
	}
	count, rest := x.C, place{}
	if unit != nil {
		count, rest = x.Factor(c.h), linear.Of(c.r).Times(x.Factor(c.r))
		if x.C != 0 || x.Factor(c.r) != 0 && x.Factor(c.r) != 1 {
			return q, r, false
		}
	}
	of := func(k int64) place {
		if unit == nil {
			return place{C: k}
		}
		return linear.Of(unit).Times(k)
	}
	blocks := x.Factor(high)
	whole := linear.Of(high).Times(blocks).Plus(1, of(count)).Plus(1, rest)
	if by <= 0 || !y.Equal(of(by)) || !x.Equal(whole) || blocks < 0 || blocks%by != 0 || count < 0 {
		return q, r, false
	}
	return linear.Of(c.b).Times(blocks / by).Add(count / by), of(count%by).Plus(1, rest), true
}

// compared is what a comparison of two places gives, if that is known.
func (c *code) compared(op *prim.Op, x, y place) (yes, known bool) {
	d := x.Plus(-1, y)
	k, u := d.Factor(c.h), d.Factor(c.r)
	if !d.Equal(linear.Of(c.h).Times(k).Plus(u, linear.Of(c.r)).Add(d.C)) || d.C != 0 && (k != 0 || u != 0) || u < -1 || 1 < u {
		return false, false
	}
	// d is C, or k*h, or k*h + r, or k*h - r, for 0 <= r < h
	s, ok := cmp.Compare(k+d.C, 0), u == 0 || k != 0
	switch {
	case op == prim.Eq:
		return s == 0, ok
	case op == prim.Lt:
		return s < 0, ok || u == 1
	case op == prim.Le:
		return s <= 0, ok || u == -1
	}
	return false, false
}
