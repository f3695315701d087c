package triangle

import (
	"slices"

	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// zeroArr reports whether elements of an array that lie in the column j of the row's other half are zero: those that a step of the row computes there.
func (r *rows) zeroArr(arr *core.Var) bool {
	switch e := r.defs[arr].(type) {
	case *core.Use:
		return core.AsVar(e.Atom) != nil && r.zeroArr(core.AsVar(e.Atom))
	case *core.Copy:
		return r.zeroArr(e.Arr)
	case *core.Replicate:
		return isZero(e.Val)
	case *core.Update:
		// an element of the diagonal, or any that is a zero
		if len(e.Idx) != 1 || !r.zeroArr(e.Arr) {
			return false
		}
		f, ok := r.form(e.Idx[0])
		return ok && f.Equal(r.place) || e.Arr.Type.Rank() == 1 && r.zero(e.Val)
	case *core.Map:
		if len(e.Accs) > 0 || !r.chains.Equal(e.W, r.m) {
			return false
		}
		for k, v := range r.made(arr, e) {
			if v == arr {
				return r.zero(e.Fn.Body.Result[k])
			}
		}
	default: // not known
	}
	return false
}

// made are the results of a map of the loop's body that makes an array.
func (r *rows) made(arr *core.Var, e *core.Map) []*core.Var {
	for _, st := range r.e.Body.Stms {
		if st.Exp == core.Exp(e) && slices.Contains(st.Pat, arr) {
			return st.Pat
		}
	}
	return nil
}

// zero reports whether a number that a step of the row computes in the column j of the row's other half is +0 or -0, where what it asks of others holds.
func (r *rows) zero(a core.Atom) bool {
	v := core.AsVar(a)
	if v == nil {
		return isZero(a)
	}
	if slices.ContainsFunc(r.sums, func(s *sum) bool { return s.made == v }) {
		return true
	}
	if p, ok := r.params[v]; ok && r.bound[v] {
		return r.bound[p.arr] && r.chains.Equal(p.w, r.m) && r.zeroArr(p.arr)
	}
	switch e := r.defs[v].(type) {
	case *core.Use:
		return r.zero(e.Atom)
	case *core.PrimApp:
		return r.zeroPrim(e)
	case *core.If:
		then, known := r.decided(e.Cond)
		k := r.branch(v, e)
		return k >= 0 && (known && !then || r.zero(e.Then.Result[k])) && (known && then || r.zero(e.Else.Result[k]))
	case *core.Index:
		f, ok := r.forms(e.Idx)
		return ok && len(f) == 1 && f[0].Equal(linear.Of(r.j)) && r.bound[e.Arr] && r.zeroArr(e.Arr)
	default: // not known
	}
	return false
}

// branch is which result of a branch a variable is; -1 if that is not known.
func (r *rows) branch(v *core.Var, e *core.If) int {
	at := -1
	core.Walk(r.e.Body, func(st core.Stm) {
		if k := slices.Index(st.Pat, v); k >= 0 && st.Exp == core.Exp(e) {
			at = k
		}
	})
	return at
}

// zeroPrim is zero for what an operator gives.
func (r *rows) zeroPrim(e *core.PrimApp) bool {
	if e.Op == prim.Mul || e.Op == prim.Div {
		asks := len(r.asks)
		if r.zero(e.Args[0]) && (e.Op == prim.Mul && r.zero(e.Args[1]) || r.ask(e.Args[1], e.Op == prim.Div)) {
			return true
		}
		r.asks = r.asks[:asks]
		if e.Op == prim.Mul && r.zero(e.Args[1]) && r.ask(e.Args[0], false) {
			return true
		}
		r.asks = r.asks[:asks]
		return false
	}
	switch e.Op {
	case prim.Add, prim.Sub:
		return r.zero(e.Args[0]) && r.zero(e.Args[1])
	case prim.Neg, prim.Abs:
		return r.zero(e.Args[0])
	case prim.ToF64, prim.ToF32:
		then, known := r.decided(e.Args[0])
		return e.T == prim.Bool && known && !then
	default: // may be anything
	}
	return false
}

// ask notes what is asked of a number. A number that is known needs no question.
func (r *rows) ask(a core.Atom, divisor bool) bool {
	if c, ok := a.(core.Const); ok {
		x := c.Scalar.Float64()
		return x-x == 0 && (!divisor || x != 0)
	}
	r.asks = append(r.asks, ask{a: a, divisor: divisor})
	return true
}

// decided is what a condition comes to in the other half of the row, if that is known.
func (r *rows) decided(a core.Atom) (is, known bool) {
	e, ok := r.defs[core.AsVar(a)].(*core.PrimApp)
	if !ok {
		return false, false
	}
	switch {
	case e.Op == prim.Not:
		is, known = r.decided(e.Args[0])
		return !is, known
	case e.T != prim.I64:
		return false, false
	}
	x, ok := r.index(e.Args[0])
	y, ok2 := r.index(e.Args[1])
	// x - y is c more than k times the distance from the diagonal, which is at least 1
	d := x.Plus(-1, y)
	k := d.Factor(r.j)
	c, number := d.Plus(-k, linear.Of(r.j)).Plus(k, r.place).Minus(linear.Form[*core.Var]{})
	if !r.lower {
		k = -k
	}
	if !ok || !ok2 || !number || k != 1 && k != -1 {
		return false, false
	}
	most := func(bound int64) (bool, bool) { // x - y <= bound
		switch {
		case k > 0 && c+1 > bound:
			return false, true
		case k < 0 && c-1 <= bound:
			return true, true
		}
		return false, false
	}
	switch e.Op {
	case prim.Eq:
		return false, k > 0 && c+1 > 0 || k < 0 && c-1 < 0
	case prim.Lt:
		return most(-1)
	case prim.Le:
		return most(0)
	default: // another operator
	}
	return false, false
}
