package lower

import (
	"raido/lang/core"
	"raido/lang/lower/emit"
	"raido/lang/prim"
	"raido/lang/types"
)

// dim is one dimension of an index: a position, or a slice.
type dim struct {
	fix   core.Atom
	slice core.DimSlice
	// whole: the slice is the dimension as it is.
	whole bool
}

// dims evaluates an index of an array with these dimensions, slices checked.
func (l *lowerer) dims(idx []types.DimIndex, ns []core.Atom, fr *frame) []dim {
	out := make([]dim, len(idx))
	for i, d := range idx {
		if !d.Slice {
			out[i].fix = l.toI64(atomOf(l.exp(d.Fix, fr)))
			continue
		}
		part := func(e types.Exp) core.Atom {
			if e == nil {
				return nil
			}
			return l.toI64(atomOf(l.exp(e, fr)))
		}
		start, end, stride := part(d.Start), part(d.End), part(d.Stride)
		out[i].whole = start == nil && end == nil && (stride == nil || core.IsConst(stride, prim.Int(prim.I64, 1)))
		out[i].slice = l.slice(start, end, stride, ns[i])
	}
	return out
}

// toI64 converts an index to i64.
func (l *lowerer) toI64(a core.Atom) core.Atom {
	if t := a.AtomType().Elem; t != prim.I64 {
		return l.Op(prim.ToI64, t, a)
	}
	return a
}

// slice makes start:end:stride (nil: left out) of a dimension of n exact. A slice with positive stride needs
// 0 <= start <= end and start <= n, one with negative stride -1 <= start < n and end <= start, and in both the last element
// taken must be there: the end may lie beyond the array, if no element does.
func (l *lowerer) slice(start, end, stride, n core.Atom) core.DimSlice {
	if stride == nil {
		stride = core.IntC(1)
	}
	if s, ok := stride.(core.Const); ok {
		return l.sliceBy(start, end, s, n, s.Int64() > 0)
	}
	forward := l.Op(prim.Lt, prim.I64, core.IntC(0), stride)
	var parts [2]core.DimSlice
	v := l.branch(forward, rRec{}, func() val {
		parts[0] = l.sliceBy(start, end, stride, n, true)
		return tuple(scalar{parts[0].Start}, scalar{parts[0].Count})
	}, func() val {
		parts[1] = l.sliceBy(start, end, stride, n, false)
		return tuple(scalar{parts[1].Start}, scalar{parts[1].Count})
	})
	r := v.(record)
	return core.DimSlice{Start: atomOf(r.fields[0]), Count: atomOf(r.fields[1]), Stride: stride}
}

func (l *lowerer) sliceBy(start, end, stride, n core.Atom, forward bool) core.DimSlice {
	le := func(a, b core.Atom) core.Atom { return l.I64(prim.Le, a, b) }
	and := func(a, b core.Atom) core.Atom { return l.Op(prim.And, prim.Bool, a, b) }
	const msg = "slice %d:%d:%d is out of bounds of a dimension of %d"
	zero, one := core.IntC(0), core.IntC(1)
	if forward {
		full := start == nil && end == nil
		if start == nil {
			start = zero
		}
		if end == nil {
			end = n
		}
		if full || core.IsConst(stride, prim.Int(prim.I64, 1)) {
			if !full {
				l.Assert(and(and(le(zero, start), le(start, end)), le(end, n)), msg, start, end, stride, n)
			}
			return core.DimSlice{Start: start, Count: l.count64(l.I64(prim.Sub, end, start), stride, one), Stride: stride}
		}
		count, last := l.taken(start, end, stride, one)
		l.Assert(and(and(le(zero, start), le(start, end)), and(le(start, n), l.I64(prim.Lt, last, n))), msg, start, end, stride, n)
		return core.DimSlice{Start: start, Count: count, Stride: stride}
	}
	if start == nil {
		start = l.I64(prim.Sub, n, one)
	}
	if end == nil {
		end = core.IntC(-1)
	}
	l.Assert(l.I64(prim.Lt, stride, zero), msg, start, end, stride, n)
	count, last := l.taken(start, end, stride, core.IntC(-1))
	l.Assert(and(and(le(end, start), l.I64(prim.Lt, start, n)), and(le(core.IntC(-1), start), le(zero, last))), msg, start, end, stride, n)
	return core.DimSlice{Start: start, Count: count, Stride: stride}
}

// taken is how many elements a slice takes, and the position of the last; of none that is one stride before the start.
func (l *lowerer) taken(start, end, stride core.Atom, sign core.Const) (count, last core.Atom) {
	count = l.count64(l.I64(prim.Sub, end, start), stride, sign)
	return count, l.I64(prim.Add, start, l.I64(prim.Mul, l.I64(prim.Sub, count, core.IntC(1)), stride))
}

// count64 is dist / stride rounded up; sign is 1 or -1 as the stride.
func (l *lowerer) count64(dist, stride core.Atom, sign core.Const) core.Atom {
	if core.IsConst(stride, prim.Int(prim.I64, 1)) {
		return dist
	}
	return l.I64(prim.Add, l.I64(prim.Div, l.I64(prim.Sub, dist, sign), stride), core.IntC(1))
}

// index lowers Arr[Idx...]: fixed dimensions are brought to the front and indexed, slices follow.
func (l *lowerer) index(e *types.Index, fr *frame) val {
	a := arrayOf(l.exp(e.Arr, fr))
	ds := l.dims(e.Idx, outerDims(a, len(e.Idx)), fr)
	v := l.indexVal(a, ds)
	if e.Fresh {
		v = l.copied(v)
	}
	bindSizes(e.Exts, e.T, v, fr)
	return v
}

// outerDims are the k outermost dimensions of an array value.
func outerDims(a array, k int) []core.Atom {
	var out []core.Atom
	var r rep = rArr{a.dim, a.elem}
	for range k {
		x := r.(rArr)
		out = append(out, x.dim)
		r = x.elem
	}
	return out
}

func (l *lowerer) indexVal(a array, ds []dim) val {
	var perm, rest []int
	var fixed []core.Atom
	var slices []core.DimSlice
	whole := true
	for i, d := range ds {
		if d.fix != nil {
			perm, fixed = append(perm, i), append(fixed, d.fix)
			continue
		}
		rest = append(rest, i)
		slices = append(slices, d.slice)
		whole = whole && d.whole
	}
	front := len(rest) == 0 || len(perm) == 0 || rest[0] >= len(perm)
	perm = append(perm, rest...)
	leaves := make([]core.Atom, len(a.leaves))
	for i, v := range a.leaves {
		if !front {
			v = l.Let(v.Name, &core.Rearrange{Perm: fullPerm(perm, v.Type.Rank()), Arr: v})
		}
		if len(fixed) > 0 {
			v = l.Let(v.Name, &core.Index{Arr: v, Idx: fixed})
		}
		if !whole {
			v = l.Let(v.Name, &core.Slice{Arr: v, Dims: slices})
		}
		leaves[i] = v
	}
	return build(restRep(rArr{a.dim, a.elem}, ds), leaves)
}

// fullPerm extends a permutation of the outer dimensions to rank dimensions.
func fullPerm(perm []int, rank int) []int {
	out := append([]int{}, perm...)
	for i := len(perm); i < rank; i++ {
		out = append(out, i)
	}
	return out
}

// restRep is what an index leaves of a rep.
func restRep(r rep, ds []dim) rep {
	if len(ds) == 0 {
		return r
	}
	inner := restRep(r.(rArr).elem, ds[1:])
	if ds[0].fix != nil {
		return inner
	}
	return rArr{ds[0].slice.Count, inner}
}

// with lowers Arr with [Idx...] = Val.
func (l *lowerer) with(e *types.With, fr *frame) val {
	a := arrayOf(l.exp(e.Arr, fr))
	ds := l.dims(e.Idx, outerDims(a, len(e.Idx)), fr)
	v := l.exp(e.Val, fr)
	l.sameCounts(ds, v)
	vals := flatten(v)
	var fixed []core.Atom
	var slices []core.DimSlice
	for _, d := range ds {
		if d.fix != nil {
			fixed = append(fixed, d.fix)
			d.slice = core.DimSlice{Start: d.fix, Count: core.IntC(1), Stride: core.IntC(1)}
		}
		slices = append(slices, d.slice)
	}
	leaves := make([]*core.Var, len(a.leaves))
	for i, v := range a.leaves {
		x := vals[i]
		if l.Overlaps(v, x) {
			x = l.Let("copy", &core.Copy{Arr: x.(*core.Var)})
		}
		dest := l.Own(v)
		inner := v.Type.Drop(len(ds)).Dims
		if len(fixed) == len(ds) {
			x = l.CastAtom(x, core.Type{Dims: inner})
			leaves[i] = l.Let(v.Name, &core.Update{Arr: dest, Idx: fixed, Val: x})
			continue
		}
		var counts []core.Atom
		for _, s := range slices {
			counts = append(counts, s.Count)
		}
		part := l.shapeTo(x.(*core.Var), append(counts, inner...))
		leaves[i] = l.Let(v.Name, &core.UpdateSlice{Arr: dest, Dims: slices, Val: part})
	}
	return a.with(leaves)
}

// sameCounts checks that a new value has as many elements as the slices that it replaces.
func (l *lowerer) sameCounts(ds []dim, v val) {
	r := repOfVal(v)
	for _, d := range ds {
		if a, ok := r.(rArr); ok && d.fix == nil {
			if !emit.SameAtom(d.slice.Count, a.dim) {
				l.Assert(l.I64(prim.Eq, d.slice.Count, a.dim), "the slice has %d elements, but the new value has %d", d.slice.Count, a.dim)
			}
			r = a.elem
		}
	}
}

// shapeTo gives an array the dimensions dims, perhaps more of them.
func (l *lowerer) shapeTo(v *core.Var, dims []core.Atom) *core.Var {
	if len(dims) == v.Type.Rank() {
		return l.Cast(v, dims)
	}
	return l.Let(v.Name, &core.Reshape{Dims: dims, Arr: v})
}

// progression is a range: n numbers of type t from start by step (an i64).
type progression struct {
	t              prim.Type
	start, step, n core.Atom
}

// progression evaluates Start..Step...End and checks it.
func (l *lowerer) progression(e *types.Range, fr *frame) progression {
	start := atomOf(l.exp(e.Start, fr))
	t := start.AtomType().Elem
	from := l.toI64(start)
	var step core.Atom = core.IntC(1)
	if e.Kind == types.DownToExclusive {
		step = core.IntC(-1)
	}
	if e.Step != nil {
		step = l.I64(prim.Sub, l.toI64(atomOf(l.exp(e.Step, fr))), from)
	}
	to := l.toI64(atomOf(l.exp(e.End, fr)))
	and := func(a, b core.Atom) core.Atom { return l.Op(prim.And, prim.Bool, a, b) }
	rising := and(l.I64(prim.Lt, core.IntC(0), step), l.I64(prim.Le, from, to))
	ok := rising
	if e.Kind != types.UpToExclusive {
		ok = and(l.I64(prim.Lt, step, core.IntC(0)), l.I64(prim.Le, to, from))
		if e.Kind == types.ToInclusive {
			ok = l.Op(prim.Or, prim.Bool, rising, ok)
		}
	}
	l.Assert(ok, "range from %d by %d to %d is invalid", from, step, to)
	n := l.rangeCount(e.Kind, l.I64(prim.Sub, to, from), step)
	if e.Ext != nil {
		fr.setSize(e.Ext, n)
	}
	return progression{t, start, step, n}
}

// rangeExp lowers a range to an array.
func (l *lowerer) rangeExp(e *types.Range, fr *frame) val {
	p := l.progression(e, fr)
	v := &core.Iota{N: p.n, Start: p.start, Step: l.fromI64(p.step, p.t), T: p.t}
	return ofRows(p.n, rPrim{p.t}, []*core.Var{l.Let("range", v)})
}

// progressionAt is element i of a range.
func (l *lowerer) progressionAt(p progression, i core.Atom) val {
	by := l.Op(prim.Mul, p.t, l.fromI64(i, p.t), l.fromI64(p.step, p.t))
	return scalar{l.Op(prim.Add, p.t, p.start, by)}
}

// rangeCount is the number of elements of a valid range.
func (l *lowerer) rangeCount(kind types.RangeKind, dist, step core.Atom) core.Atom {
	one := core.IntC(1)
	switch kind {
	case types.UpToExclusive:
		return l.count64(dist, step, one)
	case types.DownToExclusive:
		return l.count64(dist, step, core.IntC(-1))
	}
	return l.I64(prim.Add, l.I64(prim.Quot, dist, step), one)
}

// fromI64 converts an i64 to an integer type.
func (l *lowerer) fromI64(a core.Atom, t prim.Type) core.Atom {
	if t == prim.I64 {
		return a
	}
	return l.Op(prim.To(t), prim.I64, a)
}
