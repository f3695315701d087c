package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// withAcc inside a kernel: the accumulators are the arrays themselves, updated in place.
func (t *thread) withAcc(e *core.WithAcc) []val {
	k := len(e.Accs)
	args := make([]val, k)
	for i, a := range e.Accs {
		args[i] = &accum{arrs: []*view{t.owned(a.Arr)}, op: a.Op}
	}
	out := t.inline(e.Fn.Params, e.Fn.Body, args, nil)
	for i := range k {
		out[i] = args[i].(*accum).arrs[0]
	}
	return out
}

// updateAcc combines values into the accumulator where the indices are in range. An operator of scalars
// goes element by element over values that are arrays.
func (t *thread) updateAcc(acc *accum, idx []core.Atom, vals []val) {
	t.guarded(idx, acc.arrs[0].dims, func() {
		places := make([]*view, len(acc.arrs))
		for i, a := range acc.arrs {
			places[i] = a.sub(idx...)
		}
		if m := elementwiseOp(acc.op); m != nil && len(places[0].dims) == 1 {
			t.combine(m.Fn, places, acc.at(idx), vals)
			return
		}
		if better, _ := argOp(acc.op); better != nil && acc.has == nil && scalars(acc.op.Params) {
			t.improve(better, acc.op, places, vals)
			return
		}
		if scalars(acc.op.Params) {
			t.combine(acc.op, places, acc.at(idx), vals)
			return
		}
		t.combineRows(acc.op, places, vals)
	})
}

// scalars reports whether all parameters are scalars: one of several may be an array.
func scalars(ps []*core.Var) bool {
	for _, p := range ps {
		if !p.Type.IsScalar() {
			return false
		}
	}
	return true
}

// at tells where there is something at the indices, nil for everywhere.
func (a *accum) at(idx []core.Atom) *view {
	if a.has == nil {
		return nil
	}
	return a.has.sub(idx...)
}

// combine applies an operator of scalars to all elements of the places; where there is nothing yet, it puts the values there.
func (t *thread) combine(op *core.Lambda, places []*view, has *view, vals []val) {
	k := len(places)
	ops := primOps(op)
	t.nest(places[0].dims, func(idx []core.Atom) {
		if ops != nil {
			for i, p := range places {
				t.update1(p, ops[i], vals[i], idx)
			}
			return
		}
		new := make([]val, k)
		for i, x := range vals {
			new[i] = x
			if a, ok := x.(array); ok {
				new[i] = t.elem(a, idx)
			}
		}
		both := func() {
			args := make([]val, k)
			for i, p := range places {
				args[i] = t.loadAgain(p, idx...)
			}
			for i, x := range t.inline(op.Params, op.Body, append(args, new...), nil) {
				t.store(places[i], x.(core.Atom), idx...)
			}
		}
		if has == nil {
			both()
			return
		}
		t.emit(&seg.If{Cond: t.loadAgain(has, idx...), Then: t.block(both), Else: t.block(func() {
			for i, x := range new {
				t.store(places[i], x.(core.Atom), idx...)
			}
			t.store(has, core.One(prim.Bool), idx...)
		})})
	})
}

// improve combines a value and its index into the best so far. Most values are not better and leave both as they are; one
// that is better replaces both; the index is read only where neither holds, as on ties.
func (t *thread) improve(op *prim.Op, fn *core.Lambda, places []*view, vals []val) {
	best, x := t.loadAgain(places[0]), vals[0].(core.Atom)
	lower, upper := best, x
	if op == prim.Min {
		lower, upper = x, best
	}
	ty := x.AtomType().Elem
	t.emit(&seg.If{Cond: t.let("worse", prim.Lt, ty, upper, lower), Else: t.block(func() {
		t.emit(&seg.If{Cond: t.let("better", prim.Lt, ty, lower, upper),
			Then: t.block(func() {
				t.store(places[0], x)
				t.store(places[1], vals[1].(core.Atom))
			}),
			Else: t.block(func() {
				args := []val{best, t.loadAgain(places[1]), x, vals[1]}
				for i, r := range t.inline(fn.Params, fn.Body, args, nil) {
					t.store(places[i], r.(core.Atom))
				}
			})})
	})})
}

// update1 combines a value, or an element of it if it is an array, into one element.
func (t *thread) update1(place *view, op *prim.Op, x val, idx []core.Atom) {
	if a, ok := x.(array); ok {
		x = t.elem(a, idx)
	}
	at := place.at(idx...)
	t.emit(&seg.Update{Mem: place.mem, At: at, Op: op, Val: x.(core.Atom), Ordered: !many(place) && !t.distinctIn(at)})
	t.writes(place.mem)
}

// distinctIn reports whether the iterations of the innermost loop have elements of their own there.
func (t *thread) distinctIn(at seg.Index) bool {
	for _, x := range at {
		if t.inner != nil && x.A == t.inner {
			return true
		}
	}
	return false
}

// combineRows applies an operator of arrays: its results are computed aside and then copied.
func (t *thread) combineRows(op *core.Lambda, places []*view, vals []val) {
	args := make([]val, 0, 2*len(places))
	for _, p := range places {
		if len(p.dims) == 0 {
			args = append(args, t.load(p))
		} else {
			args = append(args, p)
		}
	}
	res := t.inline(op.Params, op.Body, append(args, vals...), nil)
	for i, p := range places {
		t.put(p, t.unshared("res", res[i], p))
	}
}
