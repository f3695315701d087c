package sparse

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/limits"
	"raido/lang/linear"
	"raido/lang/prim"
)

// withAcc: the result may differ from zero where the array before did, and where something is added.
func (w *walk) withAcc(s core.Stm, e *core.WithAcc) {
	for _, in := range e.Accs {
		op, ok := core.IsBinOp(in.Op)
		w.adds[in.Cert] = ok && op.Op == prim.Add
		w.where[in.Cert] = region{}
	}
	before := w.writes
	fn := w.lambda(e.Fn, true)
	w.writes = before.or(w.outside(w.writes))
	for k, in := range e.Accs {
		w.set(s.Pat[k], w.region(in.Arr).or(w.outside(w.where[in.Cert])))
	}
	for k, r := range fn.Body.Result[len(e.Accs):] {
		w.set(s.Pat[len(e.Accs)+k], w.outside(w.region(r)))
	}
	s.Exp = &core.WithAcc{Accs: e.Accs, Fn: fn}
	w.emit(s)
}

// updateAcc notes when something is added to an accumulator, and where.
func (w *walk) updateAcc(e *core.UpdateAcc) {
	c := e.Acc.Type.Cert
	rank := e.Val.AtomType().Rank()
	r := w.region(e.Val)
	at := r.moved(rank, func(i int) int { return i + len(e.Idx) })
	for k, i := range e.Idx {
		if k < len(dims) {
			at = at.and(region{guard{{linear.Of(dims[k]).Plus(-1, w.affine(i)), true}}})
		}
	}
	if !w.adds[c] {
		r, at = everywhere(), everywhere()
	}
	for k := range min(rank, len(dims)) {
		r = r.without(dims[k])
	}
	w.writes = w.writes.or(r)
	w.where[c] = w.where[c].or(at)
}

// deposit: a map that adds to accumulators at a few indices only, or in an interval of them; r is the region of the index (d0).
//
//	map (\acc x -> update_acc acc [..] (f x)) acc xs           where f gives zero but at p
//	if 0 <= p && p < n then update_acc acc [..] (f xs[p]) else acc
func (w *walk) deposit(s core.Stm, m *core.Map, r region) {
	if len(s.Pat) > len(m.Accs) || !w.depositable(m) || r.dense() || !w.depositPlaces(s, m, r) && !w.depositInterval(s, m, r) {
		w.emit(s)
	}
}

// depositable reports whether a map may be computed at some indices only.
func (w *walk) depositable(m *core.Map) bool {
	for _, a := range m.Arrs {
		if w.names.Consumed(a) {
			return false
		}
	}
	vs := &core.VarSet{}
	for _, v := range append(core.FreeInLambda(m.Fn).List, m.Fn.Params...) {
		if !v.Type.IsAcc() {
			vs.Add(v)
		}
	}
	ok := !alias.MayConsume(m.Fn.Body, vs)
	core.Walk(m.Fn.Body, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.Assert, *core.Call, *core.Diff:
			ok = false
		default: // has no effect but its results
		}
	})
	return ok
}

func (w *walk) depositPlaces(s core.Stm, m *core.Map, r region) bool {
	places, _, ok := r.places(dims[0])
	if !ok || !w.few(len(places), m.W) {
		return false
	}
	b := &core.Builder{Src: s.Src}
	types := core.VarTypes(m.Accs)
	guarded := func(b *core.Builder, accs []*core.Var, i core.Atom, sure bool) []core.Atom {
		if sure {
			return w.elements(b, m, accs, i, &ok)
		}
		return core.Atoms(b.If(inRange(b, i, m.W), types, func(b *core.Builder) []core.Atom {
			return w.elements(b, m, accs, i, &ok)
		}, func(*core.Builder) []core.Atom { return core.Atoms(accs) }))
	}
	switch len(places) {
	case 0:
		for k, a := range m.Accs {
			b.Add(s.Pat[k:k+1], &core.Use{Atom: a})
		}
	case 1:
		for k, a := range guarded(b, m.Accs, w.atom(b, places[0]), w.sure(places[0], m.W)) {
			b.Add(s.Pat[k:k+1], &core.Use{Atom: a})
		}
	default:
		is := w.distinct(b, places)
		fn := b.Lambda(append(slices.Clone(types), core.Prim(prim.I64)), types, func(b *core.Builder, ps []*core.Var) []core.Atom {
			k := len(types)
			return guarded(b, ps[:k], ps[k], false)
		})
		b.Add(s.Pat, &core.Map{W: core.IntC(int64(len(places))), Accs: m.Accs, Arrs: []*core.Var{is}, Fn: fn})
	}
	if ok {
		w.keep(b)
	}
	return ok
}

func (w *walk) depositInterval(s core.Stm, m *core.Map, r region) bool {
	in, ok := w.interval(r, dims[0])
	if !ok || !w.few(1, m.W) {
		return false
	}
	b := &core.Builder{Src: s.Src}
	first, count := w.bounds(b, in, m.W)
	b.Add(s.Pat, w.part(b, m, m.Accs, first, count, in.known))
	w.keep(b)
	return true
}

// depositRow: a row that is added to an accumulator, at a few indices only, or in an interval of them.
//
//	update_acc acc [k] row                        where row is zero but from l to h
//	map (\acc j x -> update_acc acc [k, j] x) acc (iota (h - l) + l) row[l:h]
func (w *walk) depositRow(s core.Stm, e *core.UpdateAcc) bool {
	row, ok := e.Val.(*core.Var)
	if !ok || row.Type.IsScalar() || !w.adds[e.Acc.Type.Cert] {
		return false
	}
	r, b := w.region(row), &core.Builder{Src: s.Src}
	n := row.Type.Dims[0]
	var is, xs *core.Var
	var count core.Atom
	if places, _, few := r.places(dims[0]); few && w.few(len(places), n) && len(places) > 0 {
		is, count = w.distinct(b, places), core.IntC(int64(len(places)))
		xs = b.Bind("x", &core.Map{W: count, Arrs: []*core.Var{is}, Fn: b.Lambda([]core.Type{core.Prim(prim.I64)}, []core.Type{row.Type.Row()},
			func(b *core.Builder, ps []*core.Var) []core.Atom {
				return w.guarded(b, ps[0], n, false, []core.Type{row.Type.Row()}, func(b *core.Builder) []core.Atom {
					el := &elements{walk: w, left: limits.Now.SparseCode, ok: &ok}
					return []core.Atom{el.at(b, row, []core.Atom{ps[0]})}
				})
			})})[0]
	} else if in, some := w.interval(r, dims[0]); some && w.few(1, n) {
		var first core.Atom
		first, count = w.bounds(b, in, n)
		is = b.Let("is", &core.Iota{N: count, Start: first, Step: core.IntC(1), T: prim.I64})
		xs = w.sliced(b, row, first, count, in.known)
	} else {
		return false
	}
	t := e.Acc.Type
	fn := b.Lambda([]core.Type{t, core.Prim(prim.I64), row.Type.Row()}, []core.Type{t}, func(b *core.Builder, ps []*core.Var) []core.Atom {
		return []core.Atom{b.Let("acc", &core.UpdateAcc{Acc: ps[0], Idx: append(slices.Clone(e.Idx), ps[1]), Val: ps[2]})}
	})
	b.Add(s.Pat, &core.Map{W: count, Accs: []*core.Var{e.Acc}, Arrs: []*core.Var{is, xs}, Fn: fn})
	if ok {
		w.keep(b)
	}
	return ok
}
