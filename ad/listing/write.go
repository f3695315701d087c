package listing

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// write combines what is written with the array so far.
func (w *sums) write(b *core.Builder, x write) {
	arr := w.now[x.k]
	w.now = slices.Clone(w.now)
	if len(x.dims) == 0 {
		w.now[x.k] = w.one(b, arr, x)
		return
	}
	dims := x.dims
	if len(dims) > 1 {
		x = flattened(b, x)
	}
	rows := x.val.(*core.Var)
	name, n := w.names[x.k], rows.Type.Dims[0]
	t := arr.Type.Drop(len(x.idx))
	op := w.operator(x.k, t)
	ne := b.Replicate(core.NeutralOf(w.to[x.k].Op, w.to[x.k].Ne), t.Dims...)
	switch {
	case len(x.idx) == 0:
		total := b.Let(name, &core.Reduce{W: n, Fn: op, Ne: []core.Atom{ne}, Arrs: []*core.Var{rows}})
		w.now[x.k] = w.combined(b, x.k, arr, total).(*core.Var)
	case x.each && arr.Type.Dims[0] == n:
		w.now[x.k] = w.combined(b, x.k, arr, rows).(*core.Var)
	default:
		var idx []*core.Var
		for _, a := range x.idx {
			idx = append(idx, a.(*core.Var))
		}
		w.now[x.k] = b.Let(name, &core.Hist{W: n, Dest: []*core.Var{arr}, Idx: idx, Vals: []*core.Var{rows}, Fn: op, Ne: []core.Atom{ne}})
	}
}

// one writes one value.
func (w *sums) one(b *core.Builder, arr *core.Var, x write) *core.Var {
	switch {
	case len(x.idx) == 0:
		return w.combined(b, x.k, arr, x.val).(*core.Var)
	case w.within(arr, x.idx):
		old := b.Index(arr, x.idx...)
		return b.Let(w.names[x.k], &core.Update{Arr: arr, Idx: x.idx, Val: w.combined(b, x.k, old, x.val)})
	}
	var idx []*core.Var
	for _, a := range x.idx {
		idx = append(idx, b.Let("at", &core.ArrayLit{Elem: core.I64, Elems: []core.Atom{a}}))
	}
	t := arr.Type.Drop(len(x.idx))
	v := b.Let("v", &core.ArrayLit{Elem: t, Elems: []core.Atom{x.val}})
	return b.Let(w.names[x.k], &core.Hist{W: core.IntC(1), Dest: []*core.Var{arr}, Idx: idx, Vals: []*core.Var{v}, Fn: w.operator(x.k, t),
		Ne: []core.Atom{b.Replicate(w.to[x.k].Ne, t.Dims...)}})
}

// within reports whether indices are in an array: counters of loops that end with it, constants, or what is read from another of the same
// form, which has been checked.
func (w *sums) within(arr *core.Var, idx []core.Atom) bool {
	dims := arr.Type.Dims[:len(idx)]
	if slices.ContainsFunc(w.reads, func(e *core.Index) bool {
		return slices.Equal(e.Idx, idx) && slices.Equal(e.Arr.Type.Dims[:len(idx)], dims)
	}) {
		return true
	}
	for i, a := range idx {
		switch a := a.(type) {
		case *core.Var:
			if bound, ok := w.under[a]; !ok || bound != dims[i] {
				return false
			}
		case core.Const:
			n, ok := dims[i].(core.Const)
			if !ok || a.Int64() < 0 || a.Int64() >= n.Int64() {
				return false
			}
		}
	}
	return true
}

// combined is the sum of two values of the form of an element, a row, or all of an array.
func (w *sums) combined(b *core.Builder, k int, x, y core.Atom) core.Atom {
	if v, ok := x.(*core.Var); ok && w.zero(k, v) {
		if z, ok := y.(*core.Var); ok {
			return z
		}
	}
	return w.sum(b, k, x, y)
}

// zero reports whether an array is the neutral element everywhere.
func (w *sums) zero(k int, v *core.Var) bool {
	r, ok := w.defs[v].(*core.Replicate)
	return ok && core.IsNeutral(w.to[k].Op, r.Val)
}

func (w *sums) sum(b *core.Builder, k int, x, y core.Atom) core.Atom {
	t := x.AtomType()
	if t.IsScalar() {
		return b.Inline(w.to[k].Op, x, y)[0]
	}
	m := &core.Map{W: t.Dims[0], Arrs: []*core.Var{x.(*core.Var), y.(*core.Var)}}
	m.Fn = b.Lambda([]core.Type{t.Row(), t.Row()}, []core.Type{t.Row()}, func(b *core.Builder, p []*core.Var) []core.Atom {
		return []core.Atom{w.sum(b, k, p[0], p[1])}
	})
	return b.Let(w.names[k], m)
}

// operator is the sum of two values of a type as a function.
func (w *sums) operator(k int, t core.Type) *core.Lambda {
	b := &core.Builder{}
	return b.Lambda([]core.Type{t, t}, []core.Type{t}, func(b *core.Builder, p []*core.Var) []core.Atom {
		return []core.Atom{w.sum(b, k, p[0], p[1])}
	})
}

// flattened is a write of all points of nested maps in one dimension.
func flattened(b *core.Builder, x write) write {
	n := x.dims[0]
	for _, d := range x.dims[1:] {
		n = b.Prim(prim.Mul, prim.I64, n, d)
	}
	flat := func(a core.Atom) core.Atom {
		v := a.(*core.Var)
		return b.Let(v.Name, &core.Reshape{Dims: append([]core.Atom{n}, v.Type.Dims[len(x.dims):]...), Arr: v})
	}
	out := write{k: x.k, dims: []core.Atom{n}, val: flat(x.val)}
	for _, a := range x.idx {
		out.idx = append(out.idx, flat(a))
	}
	return out
}
