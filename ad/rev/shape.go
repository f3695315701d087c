package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Rearrangements of elements. [ours]
//
//	primal   ys = view xs              each element of ys is one of xs, each of xs at most once
//	return   xs̅ += inverse view ys̅     one-hot contributions stay so, their places are mapped back

// placeMap maps a place of a view to one of what is viewed; not ok if that is none.
type placeMap func(b *core.Builder, s spike) (spike, bool)

func samePlace(_ *core.Builder, s spike) (spike, bool) { return s, true }

// view emits st, whose result has the elements of x in other places: back maps places of the result to
// those of x, inverse an adjoint of the result to one of x.
func (r *rev) view(st core.Stm, x core.Atom, back placeMap, inverse func(yBar *core.Var) core.Atom) {
	y := st.Pat[0]
	if y.Type.IsScalar() {
		r.simple(st, func(yBar core.Atom) { r.contribute(x, yBar) })
		return
	}
	r.emit(st)
	r.push(st, func() {
		for _, s := range r.viewed(y, back) {
			r.contributeAt(x, s)
		}
		if yBar := r.adjVar(y); yBar != nil {
			moved := r.fresh[yBar]
			delete(r.fresh, yBar)
			xBar := inverse(yBar)
			if v, ok := xBar.(*core.Var); ok && moved {
				r.made(v)
			}
			r.contribute(x, xBar)
		}
	})
}

// viewed takes the adjoint of y out of the table if it is contributions to places, all of which are places of what is viewed.
func (r *rev) viewed(y *core.Var, back placeMap) (out []spike) {
	e := r.peek(y)
	if e == nil || e.val != nil || e.acc != nil || e.maybe != nil {
		return nil
	}
	for _, s := range e.spikes {
		s, ok := back(r.b(), s)
		if !ok {
			return nil
		}
		out = append(out, s)
	}
	delete(r.s.adj, y)
	return out
}

func (r *rev) rearrange(st core.Stm, e *core.Rearrange) {
	inverse := make([]int, len(e.Perm))
	for i, p := range e.Perm {
		inverse[p] = i
	}
	back := func(b *core.Builder, s spike) (spike, bool) {
		return s.rearranged(b, e.Perm, st.Pat[0].Type.Dims), true
	}
	r.view(st, e.Arr, back, func(yBar *core.Var) core.Atom {
		return r.b().Let(yBar.Name, &core.Rearrange{Perm: inverse, Arr: yBar})
	})
}

// rearranged is the place of an array whose dimension perm[i] is dimension i, of so many elements, of another one with the place s; the
// dimensions after those are the same.
func (s spike) rearranged(b *core.Builder, perm []int, dims []core.Atom) spike {
	for perm = slices.Clone(perm); len(perm) < len(dims); {
		perm = append(perm, len(perm))
	}
	at := make([]core.DimSlice, len(perm)) // by dimension of the array
	from := make([]int, len(perm))
	for i, p := range perm {
		from[p] = i
		switch k := i - len(s.idx); {
		case k < 0:
			at[p] = core.DimSlice{Start: s.idx[i], Count: one64, Stride: one64}
		case k < len(s.dims):
			at[p] = s.dims[k]
		default:
			at[p] = core.DimSlice{Start: core.IntC(0), Count: dims[i], Stride: one64}
		}
	}
	out := spike{c: s.c}
	for len(out.idx) < len(perm) && from[len(out.idx)] < len(s.idx) {
		out.idx = append(out.idx, at[len(out.idx)].Start)
	}
	c, ok := s.c.(*core.Var)
	if !ok || c.Type.IsScalar() {
		return out
	}
	var turned []int
	var shape []core.Atom
	last := len(out.idx) // the dimensions that are not whole end here
	for p := len(out.idx); p < len(perm); p++ {
		if shape = append(shape, at[p].Count); from[p] >= len(s.idx) {
			turned = append(turned, from[p]-len(s.idx))
		}
		if from[p] < len(s.idx)+len(s.dims) {
			last = p + 1
		}
	}
	if !slices.IsSorted(turned) {
		c = b.Let(c.Name, &core.Rearrange{Perm: turned, Arr: c})
	}
	if len(shape) > len(turned) {
		c = b.Let(c.Name, &core.Reshape{Dims: shape, Arr: c})
	}
	out.c = c
	if last > len(out.idx) {
		out.dims = at[len(out.idx):last]
	}
	return out
}

// reshape maps no places back, since that divides; its inverse costs nothing anyhow.
func (r *rev) reshape(st core.Stm, e *core.Reshape) {
	r.isReshape(st.Pat[0], e.Arr)
	r.simple(st, func(yBar core.Atom) {
		bar := yBar.(*core.Var)
		owned := r.fresh[bar]
		delete(r.fresh, bar)
		back := r.b().Let(bar.Name, &core.Reshape{Dims: e.Arr.Type.Dims, Arr: bar})
		if owned {
			r.made(back)
		}
		r.contribute(e.Arr, back)
	})
}

func (r *rev) reverse(st core.Stm, e *core.Reverse) {
	back := func(b *core.Builder, s spike) (spike, bool) {
		if len(s.idx) == 0 {
			return s, false
		}
		s.idx = slices.Clone(s.idx)
		s.idx[0] = minus(b, minus(b, e.Arr.Type.Dims[0], core.IntC(1)), s.idx[0])
		return s, true
	}
	r.view(st, e.Arr, back, func(yBar *core.Var) core.Atom {
		return r.made(r.b().Let(yBar.Name, &core.Reverse{Arr: yBar}))
	})
}

func (r *rev) rotate(st core.Stm, e *core.Rotate) {
	r.simple(st, func(yBar core.Atom) {
		b, bar := r.b(), yBar.(*core.Var)
		by := minus(b, core.IntC(0), e.By)
		r.contribute(e.Arr, r.made(b.Let(bar.Name, &core.Rotate{By: by, Arr: bar})))
	})
}

// iota: an arithmetic progression. [ours]
//
//	primal   ys = start + step * i
//	return   start̅ += sum ys̅;  step̅ += sum (map (*) (iota n) ys̅)
func (r *rev) iota(st core.Stm, e *core.Iota) {
	r.simple(st, func(yBar core.Atom) {
		b, bar := r.b(), yBar.(*core.Var)
		if r.facts.isActive(e.Start) {
			r.contribute(e.Start, sum(b, bar))
		}
		if r.facts.isActive(e.Step) {
			is := b.Let("is", &core.Iota{N: e.N, Start: core.Zero(e.T), Step: core.One(e.T), T: e.T})
			r.contribute(e.Step, sum(b, zipWith(b, prim.Mul, is, bar)))
		}
	})
}

// replicate: one value everywhere. [ours]
//
//	primal   ys = replicate ds v
//	return   v̅ += the sum of ys̅ over ds
func (r *rev) replicate(st core.Stm, e *core.Replicate) {
	r.simple(st, func(yBar core.Atom) {
		b, bar := r.b(), yBar.(*core.Var)
		rest := bar.Type.Dims[len(e.Dims):]
		if len(e.Dims) > 1 {
			dims := append([]core.Atom{product(b, e.Dims)}, rest...)
			bar = b.Let(bar.Name, &core.Reshape{Dims: dims, Arr: bar})
		}
		r.contribute(e.Val, r.made(sum(b, bar)))
	})
}

// sum adds the rows of an array.
func sum(b *core.Builder, xs *core.Var) *core.Var {
	t := xs.Type
	if t.Rank() == 1 {
		return b.Let("sum", &core.Reduce{W: t.Dims[0], Fn: core.BinOp(prim.Add, t.Elem),
			Ne: []core.Atom{core.Zero(t.Elem)}, Arrs: []*core.Var{xs}, Comm: true})
	}
	columns := transpose(b, xs)
	return b.Map(t.Dims[1], []*core.Var{columns}, func(b *core.Builder, p []*core.Var) []core.Atom {
		return []core.Atom{sum(b, p[0])}
	})[0]
}

// arrayLit: elements one by one. [ours]
//
//	primal   ys = [x0, x1, ...]
//	return   xi̅ += ys̅[i]
func (r *rev) arrayLit(st core.Stm, e *core.ArrayLit) {
	y := st.Pat[0]
	r.emit(st)
	r.push(st, func() {
		if spikes, ok := r.constSpikes(y); ok {
			for _, s := range spikes {
				i := s.idx[0].(core.Const).Int64()
				if s.idx = s.idx[1:]; len(s.idx)+len(s.dims) > 0 {
					r.contributeAt(e.Elems[i], s)
				} else {
					r.contribute(e.Elems[i], s.c)
				}
			}
			return
		}
		if bar := r.adjVar(y); bar != nil {
			for i, x := range e.Elems {
				if r.facts.isActive(x) {
					r.contribute(x, r.b().Index(bar, core.IntC(int64(i))))
				}
			}
		}
	})
}

// constSpikes takes the adjoint of y out of the table if it is contributions to constant places.
func (r *rev) constSpikes(y *core.Var) ([]spike, bool) {
	e := r.peek(y)
	if e == nil || e.val != nil || e.acc != nil || e.maybe != nil {
		return nil, false
	}
	for _, s := range e.spikes {
		if len(s.idx) == 0 {
			return nil, false
		}
		k, ok := s.idx[0].(core.Const)
		if n, isConst := y.Type.Dims[0].(core.Const); !ok || k.Int64() < 0 || !isConst || k.Int64() >= n.Int64() {
			return nil, false
		}
	}
	delete(r.s.adj, y)
	return e.spikes, true
}

// concat: arrays one after the other. [ours]
//
//	primal   ys = concat xs0 xs1 ...
//	return   xsk̅ += ys̅[offset k : length k : 1]
func (r *rev) concat(st core.Stm, e *core.Concat) {
	r.simple(st, func(yBar core.Atom) {
		b, offset := r.b(), core.Atom(core.IntC(0))
		for _, x := range e.Arrs {
			n := x.Type.Dims[0]
			if r.facts.isActive(x) {
				part := core.DimSlice{Start: offset, Count: n, Stride: core.IntC(1)}
				r.contribute(x, b.Let("part", &core.Slice{Arr: yBar.(*core.Var), Dims: []core.DimSlice{part}}))
			}
			offset = plus(b, offset, n)
		}
	})
}

var one64 = core.Const{Scalar: prim.One(prim.I64)}
