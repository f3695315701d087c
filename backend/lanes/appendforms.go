package lanes

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// What numbers are in a case: Note [Appending].

// form is a sum of variables that are the same for all lanes, and of sums, in numbers of type t, and then, as an i64, plus a constant.
type form struct {
	linear.Form[*core.Var]
	t    prim.Type
	plus int64
}

// num is a number as a form; not ok if something must be known first, or it is none.
func (c *cases) num(a core.Atom) (form, bool) {
	t := a.AtomType().Elem
	if k, ok := core.IntConst(a); ok {
		return form{linear.Form[*core.Var]{C: k}, t, 0}, -mostConst <= k && k <= mostConst
	}
	v := core.AsVar(a)
	if v == nil {
		return form{}, false
	}
	of := func(k int64) (form, bool) { return form{linear.Form[*core.Var]{C: k}, t, 0}, true }
	if is, known := c.holds[a]; known && t.IsInt() {
		if is {
			return of(1)
		}
		return of(0)
	}
	switch s := c.defs[a].(type) {
	case nil:
		return form{linear.Of(v), t, 0}, true
	case *seg.Select:
		is, more, ok := c.truth(s.Cond)
		switch {
		case !ok || len(more) > 0:
			return form{}, false
		case is:
			return c.num(s.Then)
		}
		return c.num(s.Else)
	case *seg.Let:
		return c.letNum(s, of)
	case *seg.Load:
		return form{linear.Of(v), t, 0}, c.same(s)
	default:
		return form{}, false
	}
}

func (c *cases) letNum(s *seg.Let, of func(int64) (form, bool)) (form, bool) {
	t := s.V.Type.Elem
	switch {
	case s.Op.IsConversion() && s.T == prim.Bool && t.IsInt():
		is, more, ok := c.truth(s.Args[0])
		if !ok || len(more) > 0 {
			return form{}, false
		}
		if is {
			return of(1)
		}
		return of(0)
	case s.Op.IsConversion() && s.T.IsInt() && t.IsInt():
		x, ok := c.num(s.Args[0])
		if ok && len(x.Terms) == 0 && x.plus == 0 && 0 <= x.C && x.C < 128 { // the same number in all types
			return form{x.Form, t, 0}, true
		}
		return x, ok && (t == s.T || t == prim.I64 && s.T == prim.I32)
	case s.T.IsInt() && s.Op == prim.And && (core.IsConst(s.Args[1], prim.One(s.T)) || core.IsConst(s.Args[0], prim.One(s.T))):
		c.need(s.V)
		return form{}, false
	case s.T != prim.I64 && s.T != prim.I32:
		return form{}, false
	case s.Op == prim.Add || s.Op == prim.Sub || s.Op == prim.Mul:
		return c.arithmetic(s)
	}
	return form{}, false
}

// arithmetic is num for sums, and for products with a number.
func (c *cases) arithmetic(s *seg.Let) (form, bool) {
	x, ok := c.num(s.Args[0])
	zero := func(f form) bool { return s.Op == prim.Mul && len(f.Terms) == 0 && f.C+f.plus == 0 }
	if ok && zero(x) {
		return form{linear.Form[*core.Var]{}, s.T, 0}, true
	}
	y, also := c.num(s.Args[1])
	if also && zero(y) {
		return form{linear.Form[*core.Var]{}, s.T, 0}, true
	}
	if !ok || !also {
		return form{}, false
	}
	if s.Op == prim.Mul {
		if len(x.Terms) > 0 {
			x, y = y, x
		}
		if len(x.Terms) > 0 || x.plus != 0 || x.C != 1 {
			return form{}, false
		}
		return y, true
	}
	k := int64(1)
	if s.Op == prim.Sub {
		k = -1
	}
	switch {
	case x.t == s.T && y.t == s.T && x.plus == 0 && y.plus == 0:
		return form{x.Plus(k, y.Form), s.T, 0}, true
	case x.t != s.T && len(y.Terms) == 0 && y.plus == 0: // an i32 that has become an i64
		x.plus += k * y.C
		return x, -mostConst <= x.plus && x.plus <= mostConst
	case k == 1 && y.t != s.T && len(x.Terms) == 0 && x.plus == 0:
		y.plus += x.C
		return y, -mostConst <= y.plus && y.plus <= mostConst
	}
	return form{}, false
}
