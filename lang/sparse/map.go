package sparse

import (
	"slices"

	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// mapSoac: the region of an element is that of the map's result at the index.
func (w *walk) mapSoac(s core.Stm, e *core.Map) {
	w.depth++
	w.bind(e.Fn.Params)
	i, written := w.indexOf(e)
	w.level[i], w.small[i], w.below[i] = w.depth, true, e.W
	for k, a := range e.Arrs {
		p := e.Fn.Params[len(e.Accs)+k]
		w.from[p] = row{a, i}
		w.set(p, w.element(a, linear.Of(i)))
		if x, ok := w.items[a]; ok {
			w.sums[p], w.small[p] = x.Put(dims[0], linear.Of(i)), true
		}
	}
	w.depth--
	before := w.writes
	w.writes = region{}
	w.times, w.points = w.times+1, w.points+1
	body := w.body(e.Fn.Body)
	w.times, w.points = w.times-1, w.points-1
	m := &core.Map{W: e.W, Accs: e.Accs, Arrs: e.Arrs, Fn: &core.Lambda{Params: e.Fn.Params, Ret: e.Fn.Ret, Body: body}}
	s.Exp = m
	if !written && w.needed[i] {
		w.number(m, i)
	}
	w.at[m] = i
	if len(e.Accs) > 0 && w.early != nil {
		w.emit(s)
		w.writes = before.or(w.outside(w.writes))
		return
	}
	if len(e.Accs) > 0 {
		w.deposit(s, m, w.atIndex(w.writes, i))
		w.writes = before.or(w.outside(w.writes))
		return
	}
	w.writes = before
	for k, v := range s.Pat {
		r := w.region(body.Result[k])
		w.set(v, w.atIndex(r.moved(v.Type.Rank()-1, func(i int) int { return i + 1 }), i))
		if x := core.AsVar(body.Result[k]); x != nil && x.Type.IsScalar() && w.small[x] && w.known(w.affine(x), i) {
			w.items[v] = w.affine(x).Put(i, linear.Of(dims[0]))
		}
	}
	if w.early != nil {
		w.emit(s)
		return
	}
	w.hot(s, m)
}

// indexOf is the index of a map: its parameter from 0, 1, ..., or a new variable if it has none.
func (w *walk) indexOf(e *core.Map) (i *core.Var, written bool) {
	for k, a := range e.Arrs {
		if x, ok := w.items[a]; ok && x.Equal(linear.Of(dims[0])) {
			return e.Fn.Params[len(e.Accs)+k], true
		}
	}
	return core.NewVar("i", core.Prim(prim.I64)), false
}

// number gives a map its index as a parameter.
func (w *walk) number(m *core.Map, i *core.Var) {
	iota := core.NewVar("iota", core.Prim(prim.I64).Of(m.W))
	zero, one := core.IntC(0), core.IntC(1)
	w.emit(core.Stm{Pat: []*core.Var{iota}, Exp: &core.Iota{N: m.W, Start: zero, Step: one, T: prim.I64}})
	m.Arrs = append(slices.Clone(m.Arrs), iota)
	m.Fn = &core.Lambda{Params: append(slices.Clone(m.Fn.Params), i), Ret: m.Fn.Ret, Body: m.Fn.Body}
}

// atIndex is a region of a map's body, as one of its results with the index i as the first dimension.
func (w *walk) atIndex(r region, i *core.Var) region { return w.outside(r.put(i, linear.Of(dims[0]))) }

// known reports whether a sum of the body of a map has only the index i of what is bound there.
func (w *walk) known(a affine, i *core.Var) bool {
	for _, t := range a.Terms {
		if t.V != i && w.level[t.V] > w.depth {
			return false
		}
	}
	return true
}
