package rev

import (
	"raido/lang/core"
	"raido/lang/limits"
)

// scanDense: an operator on small arrays of constant shape that mixes their places. [Bruun22, 7.1; arrays: ours]
//
//	primal   ys = scan ⊙ ne as
//	return   as scanGeneral; the d numbers of all active components of an element are one vector, and its Jacobian is a
//	         matrix of arrays of d × d:
//	         (rs̅, _) = scan (\(v1, c1) (v2, c2) -> (v2 + v1 × c2, c1 × c2)) (0, I) (reverse ys̅) cs
//
// The Jacobian takes d derivatives of ⊙ and a product of two of them d³ operations, which is O(1) for a constant shape. Larger
// elements, and those of a size known at run time, are a loop.
func (r *rev) scanDense(st core.Stm, e *core.Scan, on []int) {
	r.emit(st)
	r.pull(st, func(bars []core.Atom) {
		ls := shifted(r.b(), e.W, st.Pat, e.Ne)
		d := &denseScan{r: r, e: e, on: on}
		out := d.solve(ls, bars)
		r.contributeOperator(e.W, e.Fn, ls, e.Arrs, out)
		r.contributeNeutral(e.W, e.Fn, e.Ne, ls, e.Arrs, out)
	})
}

// isDense reports whether scanDense applies: components of one element type, of constant shapes, and small.
func isDense(e *core.Scan, on []int) bool {
	all := int64(0)
	for _, c := range on {
		t := e.Arrs[c].Type
		if t.Elem != e.Arrs[on[0]].Type.Elem {
			return false
		}
		size := int64(1)
		for _, k := range t.Dims[1:] {
			k, ok := k.(core.Const)
			if !ok || k.Int64() < 1 {
				return false
			}
			size *= min(k.Int64(), limits.Now.DenseScan+1)
		}
		all += size
	}
	return all <= limits.Now.DenseScan
}

// denseScan is the state of one return sweep.
type denseScan struct {
	r  *rev
	e  *core.Scan
	on []int // the active components
}

// size is the number of numbers of component c.
func (d *denseScan) size(c int) core.Const {
	n := int64(1)
	for _, k := range d.e.Arrs[c].Type.Dims[1:] {
		n *= k.(core.Const).Int64()
	}
	return core.IntC(n)
}

// solve solves the recurrence, from bars to the adjoints of all applications of the operator.
func (d *denseScan) solve(ls []*core.Var, bars []core.Atom) []core.Atom {
	b, w := d.r.b(), d.e.W
	var columns, rows []*core.Var
	for _, c := range d.on {
		bar, ok := bars[c].(*core.Var)
		if !ok {
			bar = b.ZeroOf(d.e.Arrs[c].Type).(*core.Var)
		}
		columns = append(columns, transpose(b, b.Let("bar", &core.Reshape{Dims: []core.Atom{w, d.size(c)}, Arr: bar})))
		rows = append(rows, d.jacobian(ls, c))
	}
	vec := transpose(b, d.joined(b, columns))
	mat := b.Let("c", &core.Rearrange{Perm: []int{2, 0, 1}, Arr: d.joined(b, rows)})
	ts := []core.Type{vec.Type.Row(), mat.Type.Row()}
	fn := b.Lambda(append(ts, ts...), ts, func(b *core.Builder, p []*core.Var) []core.Atom {
		cols := transpose(b, p[3])
		return []core.Atom{addTo(b, p[2], rowProduct(b, p[0], cols)), matrixProduct(b, p[1], cols)}
	})
	scanned := b.Bind("r", &core.Scan{W: w, Fn: fn, Ne: []core.Atom{b.ZeroOf(ts[0]), identity(b, ts[1])},
		Arrs: append(reversed(b, []*core.Var{vec}), mat)})
	solved := transpose(b, reversed(b, scanned[:1])[0])
	out := make([]core.Atom, len(bars))
	from := core.Atom(core.IntC(0))
	for _, c := range d.on {
		part := []core.DimSlice{{Start: from, Count: d.size(c), Stride: one64}}
		own := transpose(b, b.Let("r", &core.Slice{Arr: solved, Dims: part}))
		out[c] = b.Let("r", &core.Reshape{Dims: d.e.Arrs[c].Type.Dims, Arr: own})
		from = plus(b, from, d.size(c))
	}
	return out
}

// jacobian has the derivatives of the numbers of component c by those of all active ones, for all applications: its shape
// is [size c][all][w].
func (d *denseScan) jacobian(ls []*core.Var, c int) *core.Var {
	r, w := d.r, d.e.W
	b, s := r.b(), r.s
	elem := d.e.Arrs[c].Type.Row()
	units := identity(b, core.Type{Elem: elem.Elem, Dims: []core.Atom{d.size(c), d.size(c)}})
	units = b.Let("units", &core.Reshape{Dims: elem.Of(d.size(c)).Dims, Arr: units})
	return b.Map(d.size(c), []*core.Var{units}, func(in *core.Builder, unit []*core.Var) []core.Atom {
		s.ret = in // rules emit into the map
		defer func() { s.ret = b }()
		row := r.scanJacobianRow(d.e, ls, c, in.Replicate(unit[0], w))
		var columns []*core.Var
		for _, p := range d.on {
			flat := in.Let("c", &core.Reshape{Dims: []core.Atom{w, d.size(p)}, Arr: row[p].(*core.Var)})
			columns = append(columns, transpose(in, flat))
		}
		return []core.Atom{d.joined(in, columns)}
	})[0]
}

// joined puts arrays of all active components one after the other.
func (d *denseScan) joined(b *core.Builder, arrs []*core.Var) *core.Var {
	all := int64(0)
	for _, c := range d.on {
		all += d.size(c).Int64()
	}
	return b.Let("joined", &core.Concat{N: core.IntC(all), Arrs: arrs})
}
