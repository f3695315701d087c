package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// index: one element or subarray. [ours; Peng23, 4.3: adjoints of reads are one-hot]
//
//	primal   y = xs[is]
//	return   xs̅[is] += y̅       in place, or an accumulator update
func (r *rev) index(st core.Stm, e *core.Index) {
	r.spiky(st, func(s spike) {
		s.idx = append(append([]core.Atom{}, e.Idx...), s.idx...)
		r.contributeAt(e.Arr, s)
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
		s = s.of(r.b(), e.Dims)
		if s.dims == nil || distinct(s.dims) {
			r.contributeAt(e.Arr, s)
			return
		}
		x := r.target(e.Arr, s.c)
		if x == nil {
			return
		}
		ent := r.settled(x)
		if ent.acc != nil {
			r.contributeAt(x, s)
			return
		}
		arr := r.own(x, ent).(*core.Var) // places may coincide
		ent.val = withAcc1(r.b(), arr, func(b *core.Builder, acc *core.Var) *core.Var {
			return accSlice(b, acc, s.idx, s.dims, s.c.(*core.Var))
		})
	})
}

// of is the place in an array of a place in its slice.
func (s spike) of(b *core.Builder, dims []core.DimSlice) spike {
	out := spike{c: s.c}
	for k, i := range s.idx {
		if k < len(dims) {
			i = plus(b, dims[k].Start, times(b, i, dims[k].Stride))
		}
		out.idx = append(out.idx, i)
	}
	dims = dims[min(len(s.idx), len(dims)):]
	for k := range max(len(dims), len(s.dims)) {
		switch {
		case k >= len(s.dims):
			out.dims = append(out.dims, dims[k])
		case k >= len(dims):
			out.dims = append(out.dims, s.dims[k])
		default:
			d, p := dims[k], s.dims[k]
			out.dims = append(out.dims, core.DimSlice{Start: plus(b, d.Start, times(b, p.Start, d.Stride)), Count: p.Count, Stride: times(b, p.Stride, d.Stride)})
		}
	}
	return out
}

// sliced is a place as a slice of the whole array, of one row where an index is known.
func (s spike) sliced(b *core.Builder) spike {
	if len(s.idx) == 0 {
		return s
	}
	out := spike{}
	var ones []core.Atom
	for _, i := range s.idx {
		out.dims, ones = append(out.dims, core.DimSlice{Start: i, Count: one64, Stride: one64}), append(ones, one64)
	}
	c := s.c.(*core.Var)
	out.c = b.Let("part", &core.Reshape{Dims: append(ones, c.Type.Dims...), Arr: c})
	out.dims = append(out.dims, s.dims...)
	return out
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
	var shape []core.Atom // without dimensions of one element, which need no map
	for k, d := range c.Type.Dims {
		if k >= len(dims) || !isOne(dims[k].Count) {
			shape = append(shape, d)
		}
	}
	switch {
	case len(shape) == 0:
		return b.Let("acc", &core.UpdateAcc{Acc: acc, Idx: append(slices.Clone(idx), starts(dims)...), Val: b.Index(c, zeros(len(dims))...)})
	case len(shape) < c.Type.Rank():
		c = b.Let(c.Name, &core.Reshape{Dims: shape, Arr: c})
	}
	return accDims(b, acc, idx, dims, c)
}

// accDims is accSlice of what has no dimensions for slices of one element.
func accDims(b *core.Builder, acc *core.Var, idx []core.Atom, dims []core.DimSlice, c *core.Var) *core.Var {
	if len(dims) == 0 {
		return b.Let("acc", &core.UpdateAcc{Acc: acc, Idx: idx, Val: c})
	}
	d := dims[0]
	if isOne(d.Count) {
		return accDims(b, acc, append(slices.Clone(idx), d.Start), dims[1:], c)
	}
	is := b.Let("is", &core.Iota{N: d.Count, Start: d.Start, Step: d.Stride, T: prim.I64})
	fn := b.Lambda([]core.Type{acc.Type, core.I64, c.Type.Row()}, []core.Type{acc.Type},
		func(b *core.Builder, p []*core.Var) []core.Atom {
			return []core.Atom{accDims(b, p[0], append(slices.Clone(idx), p[1]), dims[1:], p[2])}
		})
	return b.Let("acc", &core.Map{W: d.Count, Accs: []*core.Var{acc}, Arrs: []*core.Var{is, c}, Fn: fn})
}

func isOne(a core.Atom) bool { return core.IsInt(a, 1) }

// starts are where slices begin.
func starts(dims []core.DimSlice) (out []core.Atom) {
	for _, d := range dims {
		out = append(out, d.Start)
	}
	return out
}

func zeros(n int) []core.Atom { return slices.Repeat([]core.Atom{core.IntC(0)}, n) }

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
