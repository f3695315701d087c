package sparse

import (
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// reduce: a sum of numbers that differ from zero at a few places, or in an interval.
//
//	s = reduce (+) 0 (map f xs)                  where f gives zero but at p, q, ...
//	s = if 0 <= p && p < n then f xs[p] else 0, and so on
//
//	s = reduce (+) 0 (map f xs)                  where f gives zero but from l to h
//	s = reduce (+) 0 (map f xs[l:h])                                  [Peng23, 4.2: loop bounds of triangles]
func (w *walk) reduce(s core.Stm, e *core.Reduce) {
	e = &core.Reduce{W: e.W, Fn: w.lambda(e.Fn, false), Ne: e.Ne, Arrs: e.Arrs, Comm: e.Comm}
	s.Exp = e
	op, ok := core.IsBinOp(e.Fn)
	if !ok || op.Op != prim.Add || len(e.Arrs) != 1 {
		w.emit(s)
		return
	}
	r := w.region(e.Arrs[0])
	w.set(s.Pat[0], r.without(dims[0]).or(w.region(e.Ne[0])))
	if r.dense() || !w.looks(r) || (w.early != nil || !w.sumOfPlaces(s, e, r)) && !w.sumOfInterval(s, e, r) {
		w.emit(s)
	}
}

func (w *walk) sumOfPlaces(s core.Stm, e *core.Reduce, r region) bool {
	places, known, ok := r.places(dims[0])
	if !ok || !w.few(len(places), e.W) || len(places) > 2 && !known {
		return false
	}
	b := &core.Builder{Src: s.Src}
	n := core.IntC(int64(len(places)))
	if len(places) == 0 {
		b.Add(s.Pat, &core.Use{Atom: e.Ne[0]})
	} else {
		at := func(b *core.Builder, i core.Atom, sure bool) []core.Atom {
			return w.guarded(b, i, e.W, sure, e.Fn.Ret, func(b *core.Builder) []core.Atom {
				el := &elements{walk: w, left: limits.Now.SparseCode, ok: &ok}
				return []core.Atom{el.at(b, e.Arrs[0], []core.Atom{i})}
			})
		}
		if len(places) == 1 {
			x := at(b, w.atom(b, places[0]), w.sure(places[0], e.W))[0]
			b.Add(s.Pat, &core.Use{Atom: b.Inline(e.Fn, e.Ne[0], x)[0]})
		} else {
			is := w.distinct(b, places)
			vals := b.Map(n, []*core.Var{is}, func(b *core.Builder, ps []*core.Var) []core.Atom { return at(b, ps[0], false) })
			b.Add(s.Pat, &core.Reduce{W: n, Fn: e.Fn, Ne: e.Ne, Arrs: vals, Comm: e.Comm})
		}
	}
	if !ok {
		return false
	}
	w.keep(b)
	return true
}

// keep takes over code that leaves something out.
func (w *walk) keep(b *core.Builder) {
	w.changed = true
	w.b.Stms = append(w.b.Stms, b.Stms...)
	for _, s := range b.Stms {
		for _, v := range s.Pat {
			w.level[v] = w.depth
		}
	}
}

// distinct is the array of places, -1 for one that stands before.
func (w *walk) distinct(b *core.Builder, places []affine) *core.Var {
	at := w.atoms(b, places)
	out := append([]core.Atom{}, at...)
	for k := range places {
		for j := range k {
			if d, ok := places[k].Minus(places[j]); ok && d != 0 {
				continue
			}
			same := b.Prim(prim.Eq, prim.I64, at[k], at[j])
			then := func(a core.Atom) func(*core.Builder) []core.Atom {
				return func(*core.Builder) []core.Atom { return []core.Atom{a} }
			}
			out[k] = b.If(same, []core.Type{core.Prim(prim.I64)}, then(core.IntC(-1)), then(out[k]))[0]
		}
	}
	return b.Let("is", core.NewArrayLit(core.Prim(prim.I64), out))
}

func (w *walk) sumOfInterval(s core.Stm, e *core.Reduce, r region) bool {
	in, ok := w.interval(r, dims[0])
	if !ok || !w.few(1, e.W) {
		return false
	}
	b := &core.Builder{Src: s.Src}
	w.here = s.Pat[0]
	first, count := w.bounds(b, in, e.W)
	var arr *core.Var
	if w.early == nil {
		arr = w.sliced(b, e.Arrs[0], first, count, in.known)
	} else if arr = w.inPlace(b, e.Arrs[0], first, count, in.known); arr == nil {
		return false
	}
	b.Add(s.Pat, &core.Reduce{W: count, Fn: e.Fn, Ne: e.Ne, Arrs: []*core.Var{arr}, Comm: e.Comm})
	w.keep(b)
	return true
}
