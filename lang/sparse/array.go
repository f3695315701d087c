package sparse

import (
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// array: where the result of a construct without code may differ from zero, and elements of integer arrays.
func (w *walk) array(s core.Stm) {
	if len(s.Pat) != 1 {
		return
	}
	v := s.Pat[0]
	switch e := s.Exp.(type) {
	case *core.Use:
		w.alike(v, e.Atom)
	case *core.Copy:
		w.alike(v, e.Arr)
	case *core.Iota:
		if e.T == prim.I64 && w.isSmall(e.Start) {
			if k, ok := core.IntConst(e.Step); ok && k > -mostFactor && k < mostFactor {
				w.items[v] = w.affine(e.Start).Plus(k, linear.Of(dims[0]))
			}
		}
	case *core.Index:
		w.index(v, e)
	case *core.Slice:
		w.slice(v, e)
	case *core.Replicate:
		w.set(v, w.region(e.Val).moved(e.Val.AtomType().Rank(), func(i int) int { return i + len(e.Dims) }))
	case *core.Rearrange:
		to := map[int]int{}
		for i, p := range e.Perm {
			to[p] = i
		}
		w.set(v, w.region(e.Arr).moved(v.Type.Rank(), func(i int) int {
			if j, ok := to[i]; ok {
				return j
			}
			return i
		}))
	case *core.Reverse:
		if n := e.Arr.Type.Dims[0]; w.isSmall(n) {
			w.set(v, w.region(e.Arr).put(dims[0], w.affine(n).Add(-1).Plus(-1, linear.Of(dims[0]))))
		}
	case *core.Update:
		w.update(v, e)
	case *core.Scatter:
		if at, val, ok := w.one(e); ok {
			here := w.region(val).and(region{guard{{linear.Of(dims[0]).Plus(-1, w.affine(at)), true}}})
			w.set(v, w.region(e.Dest[0]).or(here))
		}
	case *core.ArrayLit:
		w.literal(v, e)
	default: // dense
	}
}

// alike gives v what is known of a.
func (w *walk) alike(v *core.Var, a core.Atom) {
	w.set(v, w.region(a))
	u, ok := a.(*core.Var)
	switch {
	case !ok:
	case v.Type.Elem == prim.Bool:
		if c, ok := w.conds[u]; ok {
			w.conds[v] = c
		}
	case v.Type.IsScalar() && v.Type.Elem == prim.I64:
		w.sums[v], w.small[v] = w.affine(u), w.small[u]
	default:
		if x, ok := w.items[u]; ok {
			w.items[v] = x
		}
	}
}

// element is the region of arr[i].
func (w *walk) element(arr *core.Var, i affine) region {
	return w.region(arr).put(dims[0], i).moved(arr.Type.Rank(), func(i int) int { return i - 1 })
}

func (w *walk) index(v *core.Var, e *core.Index) {
	r := w.region(e.Arr)
	if !r.dense() {
		for k, i := range e.Idx {
			r = r.put(dims[k], w.affine(i))
		}
		w.set(v, r.moved(e.Arr.Type.Rank(), func(i int) int { return i - len(e.Idx) }))
	}
	if x, ok := w.items[e.Arr]; ok && len(e.Idx) == 1 && w.isSmall(e.Idx[0]) {
		w.sums[v], w.small[v] = x.Put(dims[0], w.affine(e.Idx[0])), true
	}
}

func (w *walk) slice(v *core.Var, e *core.Slice) {
	r, items := w.region(e.Arr), w.items[e.Arr]
	for k, d := range e.Dims {
		stride, ok := core.IntConst(d.Stride)
		if !ok || !w.isSmall(d.Start) || !w.isSmall(d.Stride) || stride > mostFactor || stride < -mostFactor {
			r = r.without(dims[k])
			items = affine{}
			continue
		}
		at := w.affine(d.Start).Plus(stride, linear.Of(dims[k]))
		r = r.put(dims[k], at)
		items = items.Put(dims[0], at)
	}
	w.set(v, r)
	if _, ok := w.items[e.Arr]; ok && items.Factor(dims[0]) != 0 {
		w.items[v] = items
	}
}

// update: a with [i] = x may differ from zero where a does, and at i where x does.
func (w *walk) update(v *core.Var, e *core.Update) {
	at := w.region(e.Val).moved(e.Val.AtomType().Rank(), func(i int) int { return i + len(e.Idx) })
	for k, i := range e.Idx {
		at = at.and(region{guard{{linear.Of(dims[k]).Plus(-1, w.affine(i)), true}}})
	}
	w.set(v, w.region(e.Arr).or(at))
}

// literal: a row of elements, some of them zero.
func (w *walk) literal(v *core.Var, e *core.ArrayLit) {
	out := region{}
	for k, x := range e.Elems {
		r := w.region(x).moved(e.Elem.Rank(), func(i int) int { return i + 1 })
		out = out.or(r.and(region{guard{{linear.Of(dims[0]).Add(-int64(k)), true}}}))
		if out.dense() {
			return
		}
	}
	w.set(v, out)
}

// branch: a result may differ from zero where the branch is taken that gives it.
func (w *walk) branch(s core.Stm, e *core.If) {
	before := w.writes
	w.writes = region{}
	then := w.body(e.Then)
	thenWrites := w.outside(w.writes)
	w.writes = region{}
	els := w.body(e.Else)
	elseWrites := w.outside(w.writes)
	c, known := w.cond(e.Cond)
	if !known {
		c = cond{everywhere(), everywhere()}
	}
	w.writes = before.or(thenWrites.and(c.yes)).or(elseWrites.and(c.no))
	for i, v := range s.Pat {
		a, b := then.Result[i], els.Result[i]
		if v.Type.Elem == prim.Bool && v.Type.IsScalar() {
			x, okX := w.cond(a)
			y, okY := w.cond(b)
			if known && (okX || okY) {
				w.conds[v] = cond{
					w.outside(x.yes).and(c.yes).or(w.outside(y.yes).and(c.no)),
					w.outside(x.no).and(c.yes).or(w.outside(y.no).and(c.no)),
				}
			}
			continue
		}
		w.set(v, w.outside(w.region(a)).and(c.yes).or(w.outside(w.region(b)).and(c.no)))
	}
	w.emit(core.Stm{Pat: s.Pat, Exp: &core.If{Cond: e.Cond, Then: then, Else: els}, Src: s.Src})
}
