package distinct

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// isCount reports whether sums of a type are followed: see Note [Places by counting].
func isCount(t prim.Type) bool { return t.IsInt() && t.Size() >= 4 }

// isSum reports whether component k of an operator adds integers.
func isSum(fn *core.Lambda, k int) bool {
	for _, s := range fn.Body.Stms {
		if e, ok := s.Exp.(*core.PrimApp); ok && fn.Body.Result[k] == core.Atom(s.Pat[0]) {
			x, y := core.Atom(fn.Params[k]), core.Atom(fn.Params[len(fn.Params)/2+k])
			return e.Op == prim.Add && isCount(e.T) && (e.Args[0] == x && e.Args[1] == y || e.Args[0] == y && e.Args[1] == x)
		}
	}
	return false
}

// summed is the array whose inclusive sums an array holds, and over how many elements; or nil.
func (d *defs) summed(arr *core.Var) (*core.Var, core.Atom) {
	def := d.def[arr]
	if s, ok := def.exp.(*core.Scan); ok && isSum(s.Fn, def.k) && core.IsInt(s.Ne[def.k], 0) {
		return s.Arrs[def.k], s.W
	}
	return nil, nil
}

// exclusive is the element of an array that is said to be the sums of what stands before each point: the
// inclusive sum at the point less what the point itself counts.
func (e *evaluator) exclusive(sums *core.Var) (value, bool) {
	a, _ := e.summed(sums)
	if a == nil {
		return value{}, false
	}
	return value{lin: of(scanned, a).form().Plus(-1, e.element(a).form())}, true
}

// shifted are the inclusive sums of which an array has the elements one place on, after a zero: by a scatter into zeros, as exscan is defined, or behind [0];
// or nil.
func (e *evaluator) shifted(exp core.Exp, k int) *core.Var {
	switch x := exp.(type) {
	case *core.Scatter:
		zeros, ok := e.def[x.Dest[k]].exp.(*core.Replicate)
		if ok && len(x.Idx) == 1 && core.IsInt(zeros.Val, 0) && e.element(x.Idx[0]).form().Equal(of(number, nil).form().Add(1)) {
			return x.Vals[k]
		}
	case *core.Concat:
		if len(x.Arrs) != 2 {
			return nil
		}
		zero, ok := e.def[x.Arrs[0]].exp.(*core.ArrayLit)
		part, cut := e.def[x.Arrs[1]].exp.(*core.Slice)
		if ok && cut && len(zero.Elems) == 1 && core.IsInt(zero.Elems[0], 0) && core.IsInt(part.Dims[0].Start, 0) && core.IsInt(part.Dims[0].Stride, 1) {
			return part.Arr
		}
	default: // no array of sums
	}
	return nil
}

// differences is the map that gives exclusive sums as inclusive ones less the elements, in the place of what moves them; or nil.
func (d *defs) differences(b *core.Builder, exp core.Exp) core.Exp {
	e := &evaluator{defs: d, counted: &core.VarSet{}, named: map[string]*core.Var{}}
	var sums *core.Var
	e.run(map[*core.Var]int64{}, func() value {
		sums = e.shifted(exp, 0)
		return value{}
	})
	if sums == nil || len(exp.Types()) != 1 {
		return nil
	}
	if a, w := d.summed(sums); a != nil && exp.Types()[0].Dims[0] == w {
		t := core.Prim(a.Type.Elem)
		return &core.Map{W: w, Arrs: []*core.Var{sums, a}, Fn: b.Lambda([]core.Type{t, t}, []core.Type{t}, func(b *core.Builder, x []*core.Var) []core.Atom {
			return []core.Atom{b.Prim(prim.Sub, t.Elem, x[0], x[1])}
		})}
	}
	return nil
}

// shiftedIf is result k of if i == 0 then 0 else sums[i - 1], in code of map m with i for the point's number.
func (e *evaluator) shiftedIf(x *core.If, k int, m *core.Map) (value, bool) {
	zero, sum := x.Then.Result[k], x.Else.Result[k]
	if core.IsInt(sum, 0) {
		zero, sum = sum, zero
	}
	read, ok := e.def[core.AsVar(sum)].exp.(*core.Index)
	if !core.IsInt(zero, 0) || !ok || len(read.Idx) != 1 || !e.atom(read.Idx[0], m).form().Equal(of(number, nil).form().Add(-1)) {
		return value{}, false
	}
	if first, whole := e.isZero(x.Cond, m); !whole || first != (zero == x.Then.Result[k]) {
		return value{}, false
	}
	return e.exclusive(read.Arr)
}

// isZero reports whether a condition holds for the first point alone; whole is false if it holds neither for it alone nor for all others.
func (e *evaluator) isZero(cond core.Atom, m *core.Map) (first, whole bool) {
	c, ok := e.def[core.AsVar(cond)].exp.(*core.PrimApp)
	if !ok || len(c.Args) != 2 || c.T != prim.I64 || c.Op != prim.Eq && c.Op != prim.Lt && c.Op != prim.Le {
		return false, false
	}
	at := func(i int64) (holds, known bool) {
		var args []prim.Scalar
		for _, a := range c.Args {
			f := e.atom(a, m).form().Put(symbol{kind: number}, form{C: i})
			if len(f.Terms) > 0 {
				return false, false
			}
			args = append(args, prim.Int(prim.I64, f.C))
		}
		s, err := c.Op.Eval(prim.I64, args)
		return s.Bool(), err == nil
	}
	zero, ok0 := at(0)
	one, ok1 := at(1)
	return zero, ok0 && ok1 && zero != one && (zero || c.Op != prim.Eq)
}

// last is what an expression gives if it is the last of the inclusive sums of all points, and 0 if there are no points: the array of
// which it is the total.
func (e *evaluator) last(v *core.Var) *core.Var {
	d := e.def[v]
	switch x := d.exp.(type) {
	case *core.Reduce:
		if isSum(x.Fn, d.k) && core.IsInt(x.Ne[d.k], 0) && x.W == e.w {
			return x.Arrs[d.k]
		}
	case *core.Index:
		if a, w := e.summed(x.Arr); a != nil && w == e.w && e.isLast(x.Idx[0]) {
			return a
		}
	case *core.If: // if n == 0 then 0 else last, or if 0 < n then last else 0
		c, ok := e.def[core.AsVar(x.Cond)].exp.(*core.PrimApp)
		switch {
		case !ok:
		case c.Op == prim.Eq && c.Args[0] == e.w && core.IsInt(c.Args[1], 0) && core.IsInt(x.Then.Result[d.k], 0):
			return e.last(core.AsVar(x.Else.Result[d.k]))
		case c.Op == prim.Lt && core.IsInt(c.Args[0], 0) && c.Args[1] == e.w && core.IsInt(x.Else.Result[d.k], 0):
			return e.last(core.AsVar(x.Then.Result[d.k]))
		}
	default: // any number
	}
	return nil
}

// isLast reports whether an index is that of the last point.
func (e *evaluator) isLast(i core.Atom) bool {
	if n, ok := core.IntConst(e.w); ok {
		return core.IsInt(i, n-1)
	}
	return e.scalar(i).form().Equal(of(outside, core.AsVar(e.w)).form().Add(-1))
}
