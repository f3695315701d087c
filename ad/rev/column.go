package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// column is the adjoint of the one element that a map reads of each row of operand i, whose parameter is p, if it reads the same one of
// all rows; nil if it does not. [ours; Peng23, 4.3: adjoints of reads are one-hot]
//
//	primal   ys = map (\row -> f row[k]) xs
//	return   cs = map (\row y̅ -> f' row[k] y̅) xs ys̅;  xs̅[:, k] += cs
//
// The rows of xs̅ that would come of the map are zero but for that element.
func (m *revMap) column(i int, p *core.Var) core.Atom {
	x := m.r.peek(p)
	if m.columns == nil || x == nil || len(x.spikes) == 0 {
		return nil
	}
	at := x.spikes[0].idx
	if len(at) < p.Type.Rank() || slices.ContainsFunc(at, m.inside) {
		return nil
	}
	for _, s := range x.spikes {
		if s.dims != nil || !slices.Equal(s.idx, at) {
			return nil
		}
	}
	delete(m.r.s.adj, p)
	sum := x.spikes[0].c
	for _, s := range x.spikes[1:] {
		sum = m.r.add(p.Type.Drop(len(at)), sum, s.c)
	}
	m.columns[i] = at
	return sum
}

// inside reports whether the map binds a.
func (m *revMap) inside(a core.Atom) bool {
	v, ok := a.(*core.Var)
	if !ok {
		return false
	}
	binds := func(s core.Stm) bool { return slices.Contains(s.Pat, v) }
	return slices.Contains(m.elems, v) || slices.ContainsFunc(m.s.fwd.Stms, binds) || slices.ContainsFunc(m.s.ret.Stms, binds)
}

// contributeColumn adds an array cs to the elements at a place of each row of the adjoint of xs. Without rows the place need not exist.
func (r *rev) contributeColumn(xs *core.Var, at []core.Atom, cs core.Atom) {
	x := r.target(xs, cs)
	if x == nil {
		return
	}
	n, col := x.Type.Dims[0], cs.(*core.Var)
	dims, shape := []core.DimSlice{{Start: core.IntC(0), Count: n, Stride: one64}}, []core.Atom{n}
	for _, i := range at {
		dims, shape = append(dims, core.DimSlice{Start: i, Count: one64, Stride: one64}), append(shape, one64)
	}
	e, b := r.settled(x), r.b()
	if e.acc != nil {
		e.acc = accDims(b, e.acc, nil, dims, col)
		return
	}
	arr := r.own(x, e).(*core.Var)
	e.val = b.If(b.Prim(prim.Lt, prim.I64, core.IntC(0), n), []core.Type{arr.Type}, func(b *core.Builder) []core.Atom {
		old := b.Let("part", &core.Slice{Arr: arr, Dims: dims})
		sum := addThin(b, old, b.Let(col.Name, &core.Reshape{Dims: shape, Arr: col}))
		return []core.Atom{b.Let(arr.Name, &core.UpdateSlice{Arr: arr, Dims: dims, Val: sum})}
	}, func(*core.Builder) []core.Atom { return []core.Atom{arr} })[0]
}
