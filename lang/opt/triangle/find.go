package triangle

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/core/region"
	"raido/lang/limits"
	"raido/lang/linear"
	"raido/lang/opt/nest"
	"raido/lang/prim"
)

// rows is a loop each iteration of which writes a row of a matrix, one half of which stays zero.
type rows struct {
	*taker
	e     *core.Loop
	runs  *region.Runs
	x     *core.Var // the matrix, as carried
	place affine.Form
	row   *core.Var
	m     core.Atom          // how long rows are
	lower bool               // zeros are beyond the diagonal, else before it
	j     *core.Var          // the column, in forms
	bound map[*core.Var]bool // in the loop
	fresh map[*core.Var]bool // in terms
	sums  []*sum
	asks  []ask // of numbers, for zeros to be zeros
}

// sum is one that a map over the columns takes at each of them, of products with elements of the column.
type sum struct {
	at    int // the statement of the loop's body that is the map
	m     *core.Map
	k     int // the statement of its function that takes the sum
	made  *core.Var
	q     *core.Var   // counts the terms
	count core.Atom   // of them
	minus bool        // terms are taken off
	c     core.Atom   // the other factor
	left  bool        // it is the left one
	from  affine.Form // the row of which a term reads
}

// ask is that a number be finite, or neither 0 nor nan.
type ask struct {
	a       core.Atom
	divisor bool
	sum     *sum // whose terms have it; nil for a number of the iteration
}

// rows is what a loop does with parameter k; nil if it is not that, or takes no sums over the matrix.
func (t *taker) rows(e *core.Loop, k int, lower bool) *rows {
	x := e.Params[k]
	if x.Type.Rank() != 2 || !x.Type.Elem.IsFloat() || !t.zeros(e.Init[k]) {
		return nil
	}
	r := &rows{taker: t, e: e, x: x, lower: lower, m: x.Type.Dims[1], j: core.NewVar("j", core.I64), fresh: map[*core.Var]bool{}}
	if c, ok := core.IntConst(r.m); ok && c < limits.Now.Triangle || !t.chains.Equal(x.Type.Dims[0], r.m) {
		return nil
	}
	u, ok := t.defs[core.AsVar(e.Body.Result[k])].(*core.Update)
	if !ok || u.Arr != x || len(u.Idx) != 1 || core.AsVar(u.Val) == nil {
		return nil
	}
	r.bound = core.BoundIn(&core.Lambda{Params: append(slices.Clone(e.Params), e.I), Body: e.Body})
	r.row = core.AsVar(u.Val)
	r.place, ok = t.form(u.Idx[0])
	if !ok || has(r.place, func(v *core.Var) bool { return v != e.I && r.bound[v] }) {
		return nil
	}
	r.runs = t.chains.Runs(e)
	for at, st := range e.Body.Stms {
		if m, ok := st.Exp.(*core.Map); ok && len(m.Accs) == 0 && t.chains.Equal(m.W, r.m) {
			for k := range m.Fn.Body.Stms {
				if s := r.sum(at, m, k); s != nil {
					r.sums = append(r.sums, s)
				}
			}
		}
	}
	if len(r.sums) == 0 || !r.zeroArr(r.row) {
		return nil
	}
	return r
}

// zeros reports whether an array is zero everywhere.
func (t *taker) zeros(a core.Atom) bool {
	v := core.AsVar(a)
	switch e := t.defs[v].(type) {
	case *core.Copy:
		return t.zeros(e.Arr)
	case *core.Use:
		return t.zeros(e.Atom)
	case *core.Replicate:
		if w := core.AsVar(e.Val); w != nil && w.Type.Rank() > 0 {
			return t.zeros(w)
		}
		return isZero(e.Val)
	default: // not known
	}
	return false
}

// isZero reports whether a number is +0 or -0.
func isZero(a core.Atom) bool {
	c, ok := a.(core.Const)
	return ok && c.Scalar.Type.IsFloat() && c.Scalar.Float64() == 0
}

// sum is the one that statement k of a map's function takes of products with elements of the matrix; nil if it is none.
func (r *rows) sum(at int, m *core.Map, k int) *sum {
	st := m.Fn.Body.Stms[k]
	if len(st.Pat) != 1 || !st.Pat[0].Type.IsScalar() || st.Pat[0].Type.Elem != r.x.Type.Elem {
		return nil
	}
	s := &sum{at: at, m: m, k: k, made: st.Pat[0], q: core.NewVar("k", core.I64)}
	var term core.Body
	ok := false
	switch e := st.Exp.(type) {
	case *core.Reduce:
		term, ok = s.reduced(r, e)
	case *core.Loop:
		term, ok = s.looped(e)
	default: // takes no sum
	}
	if !ok || slices.ContainsFunc(term.Stms, func(st core.Stm) bool { _, check := st.Exp.(*core.Assert); return check }) {
		return nil
	}
	r.define(term)
	for _, st := range term.Stms {
		for _, v := range st.Pat {
			r.fresh[v] = true
		}
	}
	if !s.product(r, term.Result[0]) {
		return nil
	}
	return s
}

// reduced is a term of a sum of what a map computes.
func (s *sum) reduced(r *rows, e *core.Reduce) (core.Body, bool) {
	op, ok := core.IsBinOp(e.Fn)
	if !ok || op.Op != prim.Add || len(e.Arrs) > 1 || !core.IsConst(e.Ne[0], core.Zero(op.T).Scalar) {
		return core.Body{}, false
	}
	at := slices.IndexFunc(s.m.Fn.Body.Stms, func(st core.Stm) bool { return slices.Contains(st.Pat, e.Arrs[0]) })
	if at < 0 {
		return core.Body{}, false
	}
	m, ok := s.m.Fn.Body.Stms[at].Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 {
		return core.Body{}, false
	}
	b := &core.Builder{}
	args := make([]core.Atom, len(m.Arrs))
	for k, arr := range m.Arrs {
		if c, ok := r.defs[arr].(*core.Iota); ok && c.T == prim.I64 && core.IsInt(c.Step, 1) {
			args[k] = b.Prim(prim.Add, prim.I64, c.Start, s.q)
		} else {
			args[k] = b.Index(arr, s.q)
		}
	}
	out := b.Inline(m.Fn, args...)
	s.count = e.W
	return b.Body(out[slices.Index(s.m.Fn.Body.Stms[at].Pat, e.Arrs[0])]), true
}

// looped is a term of a sum that a loop takes, from +0 on.
func (s *sum) looped(e *core.Loop) (core.Body, bool) {
	if e.Cond != nil || e.I.Type.Elem != prim.I64 || len(e.Params) != 1 || len(e.Attrs) > 0 || !core.IsConst(e.Init[0], core.Zero(s.made.Type.Elem).Scalar) {
		return core.Body{}, false
	}
	body, ok := nest.Summands(e, []int{0}, prim.Add)
	if !ok {
		return core.Body{}, false
	}
	s.count = e.Bound
	b := &core.Builder{}
	out := b.Inline(&core.Lambda{Params: []*core.Var{e.I}, Body: body}, s.q)
	return b.Body(out...), true
}

// product notes the factors of a term; false if it is no product with an element of the column, in a row that is not beyond the one that is written.
func (s *sum) product(r *rows, a core.Atom) bool {
	e, ok := r.defs[core.AsVar(a)].(*core.PrimApp)
	if ok && e.Op == prim.Sub && isZero(e.Args[0]) {
		s.minus = true
		e, ok = r.defs[core.AsVar(e.Args[1])].(*core.PrimApp)
	}
	if !ok || e.Op != prim.Mul {
		return false
	}
	for k, a := range e.Args {
		arr, place := r.element(a)
		if arr != r.x || len(place) != 2 || !place[1].Equal(linear.Of(r.j)) || has(place[0], func(v *core.Var) bool { return v == r.j }) {
			continue
		}
		s.from, s.c, s.left = place[0], e.Args[1-k], k == 1
		return s.before(r)
	}
	return false
}

// before reports whether all rows that a sum reads have zeros wherever the row has that is written.
func (s *sum) before(r *rows) bool {
	count, ok := r.form(s.count)
	if !ok {
		return false
	}
	by, first := s.from.Factor(s.q), s.from.Without(s.q)
	last := first.Plus(by, count.Add(-1))
	low, high := first, last
	if by < 0 {
		low, high = last, first
	}
	if by != 1 && by != -1 {
		return false
	}
	if r.lower {
		d, ok := high.Minus(r.place)
		return ok && d <= 0
	}
	d, ok := low.Minus(r.place)
	return ok && d >= 0
}

// element is the array of which a number is an element, with its place; nil if it is none. Columns are counted by j.
func (r *rows) element(a core.Atom) (*core.Var, []affine.Form) {
	e, ok := r.defs[core.AsVar(a)].(*core.Index)
	if !ok {
		return nil, nil
	}
	return r.root(core.AsVar(a), nil, e)
}

// root is the array of which a view is a part, with the place of an element in it; nil if there is a view that is no sum of places.
func (r *rows) root(arr *core.Var, at []affine.Form, e core.Exp) (*core.Var, []affine.Form) {
	for {
		if of, in, view := affine.Behind(e, at, r.index); view {
			arr, at = of, in
		} else {
			p, ok := r.params[arr]
			if !ok || !r.bound[arr] || !r.chains.Equal(p.w, r.m) {
				return arr, at
			}
			arr, at = p.arr, append([]affine.Form{linear.Of(r.j)}, at...)
		}
		if arr == nil || !r.bound[arr] && r.defs[arr] == nil {
			return arr, at
		}
		e = r.defs[arr]
	}
}

// forms are indices as sums.
func (r *rows) forms(idx []core.Atom) (out []affine.Form, ok bool) {
	for _, a := range idx {
		f, ok := r.index(a)
		if !ok {
			return nil, false
		}
		out = append(out, f)
	}
	return out, true
}

// index is an integer as a sum, in which j counts the columns.
func (r *rows) index(a core.Atom) (affine.Form, bool) {
	f, ok := r.form(a)
	return f.Renamed(func(v *core.Var) *core.Var {
		if r.bound[v] && r.counts(v) && r.chains.Equal(r.params[v].w, r.m) {
			return r.j
		}
		return v
	}), ok
}
