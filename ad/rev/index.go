package rev

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// index: one element or subarray. [ours; Peng23, 4.3: adjoints of reads are one-hot]
//
//	primal   y = xs[is]
//	return   xs̅[is] += y̅       in place, or an accumulator update
func (r *rev) index(st core.Stm, e *core.Index) {
	r.spiky(st, func(s spike) {
		r.contributeAt(e.Arr, append(append([]core.Atom{}, e.Idx...), s.idx...), s.c)
	})
}

// spiky emits st and pushes a rule that takes the adjoint of its one result as contributions to places;
// one without indices is for the whole.
func (r *rev) spiky(st core.Stm, f func(spike)) {
	y := st.Pat[0]
	r.emit(st)
	r.push(st, func() {
		if y.Type.IsScalar() {
			if yBar := r.adj(y); yBar != nil {
				f(spike{c: yBar})
			}
			return
		}
		spikes, rest := r.adjSpikes(y)
		for _, s := range spikes {
			f(s)
		}
		if rest != nil {
			f(spike{c: rest})
		}
	})
}

// slice: a regular part. [ours]
//
//	primal   ys = xs[s : n : d, ...]
//	return   xs̅[s : n : d, ...] += ys̅
func (r *rev) slice(st core.Stm, e *core.Slice) {
	r.spiky(st, func(s spike) {
		if len(s.idx) < len(e.Dims) {
			r.contributeSlice(e, s)
			return
		}
		idx := append([]core.Atom{}, s.idx...)
		for k, d := range e.Dims {
			idx[k] = plus(r.b(), d.Start, times(r.b(), idx[k], d.Stride))
		}
		r.contributeAt(e.Arr, idx, s.c)
	})
}

// contributeSlice adds the contribution s to the adjoint of a slice.
func (r *rev) contributeSlice(e *core.Slice, s spike) {
	x := r.target(e.Arr, s.c)
	if x == nil {
		return
	}
	b, ent := r.b(), r.entry(x)
	c, dims := s.c.(*core.Var), append([]core.DimSlice{}, e.Dims...)
	if len(s.idx) > 0 { // slices of one element, where the index is known
		var ones []core.Atom
		for k, i := range s.idx {
			start := plus(b, dims[k].Start, times(b, i, dims[k].Stride))
			dims[k] = core.DimSlice{Start: start, Count: core.IntC(1), Stride: core.IntC(1)}
			ones = append(ones, core.IntC(1))
		}
		c = b.Let("part", &core.Reshape{Dims: append(ones, c.Type.Dims...), Arr: c})
	}
	switch {
	case ent.acc != nil:
		ent.acc = accSlice(b, ent.acc, nil, dims, c)
	case distinct(dims):
		arr := r.own(x, ent).(*core.Var)
		old := b.Let("part", &core.Slice{Arr: arr, Dims: dims})
		ent.val = b.Let(arr.Name, &core.UpdateSlice{Arr: arr, Dims: dims, Val: addTo(b, old, c)})
	default: // places may coincide
		arr := r.own(x, ent).(*core.Var)
		ent.val = withAcc1(b, arr, func(b *core.Builder, acc *core.Var) *core.Var {
			return accSlice(b, acc, nil, dims, c)
		})
	}
}

// distinct reports whether all elements of a slice are different places for sure.
func distinct(dims []core.DimSlice) bool {
	for _, d := range dims {
		k, ok := d.Stride.(core.Const)
		if !core.IsConst(d.Count, prim.One(prim.I64)) && (!ok || k.Int64() == 0) {
			return false
		}
	}
	return true
}

// accSlice adds c to a slice of an accumulator, in the row idx.
func accSlice(b *core.Builder, acc *core.Var, idx []core.Atom, dims []core.DimSlice, c *core.Var) *core.Var {
	if len(dims) == 0 {
		return b.Let("acc", &core.UpdateAcc{Acc: acc, Idx: idx, Val: c})
	}
	d := dims[0]
	is := b.Let("is", &core.Iota{N: d.Count, Start: d.Start, Step: d.Stride, T: prim.I64})
	fn := b.Lambda([]core.Type{acc.Type, core.I64, c.Type.Row()}, []core.Type{acc.Type},
		func(b *core.Builder, p []*core.Var) []core.Atom {
			at := append(append([]core.Atom{}, idx...), p[1])
			return []core.Atom{accSlice(b, p[0], at, dims[1:], p[2])}
		})
	return b.Let("acc", &core.Map{W: d.Count, Accs: []*core.Var{acc}, Arrs: []*core.Var{is, c}, Fn: fn})
}

// withAcc1 makes an accumulator with + of arr, for the extent of f [Acc].
func withAcc1(b *core.Builder, arr *core.Var, f func(*core.Builder, *core.Var) *core.Var) *core.Var {
	in := addAcc(arr, core.NewCert())
	t := arr.Type
	t.Cert = in.Cert
	fn := b.Lambda([]core.Type{t}, []core.Type{t}, func(b *core.Builder, p []*core.Var) []core.Atom {
		return []core.Atom{f(b, p[0])}
	})
	return b.Let(arr.Name, &core.WithAcc{Accs: []core.AccInput{in}, Fn: fn})
}

// addAcc is the input of a WithAcc that adds to arr.
func addAcc(arr *core.Var, c *core.Cert) core.AccInput {
	t := arr.Type.Elem
	return core.AccInput{Arr: arr, Op: core.BinOp(prim.Add, t), Ne: core.Zero(t), Cert: c}
}
