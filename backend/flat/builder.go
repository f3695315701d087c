package flat

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// builder is code that arrays are made in, of the host or of a thread. The rules of this file are the same for both.
type builder interface {
	emitter
	scalar(core.Atom) core.Atom
	scalars([]core.Atom) []core.Atom
	dims(core.Type) []core.Atom
	value(core.Atom) val
	array(*core.Var) array
	let(name string, op *prim.Op, ty prim.Type, args ...core.Atom) *core.Var
	check(cond core.Atom, code, msg string, args ...core.Atom)
	inRange(i, n core.Atom) core.Atom
	isNatural(core.Atom) bool
	wants(*core.Var) bool
	alloc(*core.Var, []core.Atom) *view
	scratch(*core.Var, []core.Atom) *view
	owned(*core.Var) *view
	resized(*core.UpdateSlice) *view
	force(name string, a array) *view
	forceDense(name string, a array) *view
	unshared(name string, x val, dst *view) val
	put(dst *view, x val)
	replicate(*core.Var, *core.Replicate) val
	reverse(*core.Var, *core.Reverse) val
	rotate(*core.Var, *core.Rotate) val
	rearrange(*core.Var, *core.Rearrange) val
}

// newArray translates the nodes that make an array; iota, replicate and reverse make none if they can.
func newArray(b builder, f *flat, v *core.Var, e core.Exp) val {
	switch e := e.(type) {
	case *core.Copy:
		x := b.array(e.Arr)
		dst := b.alloc(v, x.shape())
		b.put(dst, x)
		return dst
	case *core.Iota:
		n, start, step := b.scalar(e.N), b.scalar(e.Start), b.scalar(e.Step)
		checkSizes(b, []core.Atom{n})
		f.iotas[v] = lazyIota(e.T, n, start, step)
		return maybeStore(b, v, f.iotas[v])
	case *core.Replicate:
		return b.replicate(v, e)
	case *core.Scratch:
		dims := b.scalars(e.Dims)
		checkSizes(b, dims)
		f.blank[v] = true
		return b.scratch(v, dims)
	case *core.ArrayLit:
		dst := b.alloc(v, append([]core.Atom{core.IntC(int64(len(e.Elems)))}, b.dims(e.Elem)...))
		for i, a := range e.Elems {
			b.put(dst.sub(core.IntC(int64(i))), b.value(a))
		}
		return dst
	case *core.Concat:
		return concat(b, v, e)
	case *core.Reverse:
		return b.reverse(v, e)
	case *core.Rotate:
		return b.rotate(v, e)
	default: // the caller sends what makes an array
	}
	return nil
}

// maybeStore stores a lazy array where it is wanted or changed, and leaves it lazy otherwise.
func maybeStore(b builder, v *core.Var, l *lazy) val {
	if !b.wants(v) {
		return l
	}
	dst := b.alloc(v, l.dims)
	b.put(dst, l)
	return dst
}

// concat copies the parts one behind the other.
func concat(b builder, v *core.Var, e *core.Concat) val {
	dst := b.alloc(v, append([]core.Atom{b.scalar(e.N)}, b.array(e.Arrs[0]).shape()[1:]...))
	at := core.Atom(core.IntC(0))
	for _, a := range e.Arrs {
		x := b.array(a)
		n := x.shape()[0]
		b.put(dst.slice(b, []core.DimSlice{{Start: at, Count: n, Stride: core.IntC(1)}}), x)
		at = b.i64(prim.Add, at, n)
	}
	return dst
}

// viewExp translates the nodes whose result may share memory with the operand.
func viewExp(b builder, v *core.Var, e core.Exp) val {
	switch e := e.(type) {
	case *core.Slice:
		a := b.array(e.Arr)
		dims := checkedSlices(b, e.Dims, a.shape())
		if l, ok := a.(*lazy); ok && l.fill != nil {
			return sliceLazy(l, dims)
		}
		return b.force(v.Name, a).slice(b, dims)
	case *core.Rearrange:
		if l, ok := b.array(e.Arr).(*lazy); ok && l.fill != nil {
			return l.rearrange(e.Perm)
		}
		return b.rearrange(v, e)
	case *core.Reshape:
		dims := b.scalars(e.Dims)
		if l, ok := b.array(e.Arr).(*lazy); ok && l.fill != nil {
			return constant(l.elem, dims, l.fill)
		}
		if x, ok := b.array(e.Arr).(*view); ok && len(x.dims) == len(dims) && len(dims) > 0 && slices.Equal(x.dims[1:], dims[1:]) {
			return x.renamed(dims)
		}
		if x, ok := b.array(e.Arr).(*view); ok && !x.dense {
			if y := x.alike(dims); y != nil {
				return y
			}
		}
		return b.forceDense(v.Name, b.array(e.Arr)).reshaped(b, dims)
	default: // the caller sends views
	}
	return nil
}

// sliceLazy is a part of an array with one value everywhere.
func sliceLazy(l *lazy, ds []core.DimSlice) *lazy {
	var dims []core.Atom
	for _, d := range ds {
		dims = append(dims, d.Count)
	}
	return constant(l.elem, append(dims, l.dims[len(ds):]...), l.fill)
}

// update writes into an array, which is the result.
func update(b builder, v *core.Var, e core.Exp) val {
	switch e := e.(type) {
	case *core.Update:
		idx, x := b.scalars(e.Idx), b.value(e.Val)
		checkIndices(b, idx, b.array(e.Arr).shape())
		dst := b.owned(e.Arr)
		row := dst.sub(idx...)
		if made, ok := x.(*view); !ok || !samePlace(made, row) {
			b.put(row, b.unshared(v.Name, x, dst))
		}
		return dst
	case *core.UpdateSlice:
		if x := b.resized(e); x != nil {
			return x
		}
		x := b.array(e.Val)
		dims := checkedSlices(b, e.Dims, b.array(e.Arr).shape())
		dst := b.owned(e.Arr)
		part := dst.slice(b, dims)
		if made, ok := x.(*view); !ok || !samePlace(made, part) {
			b.put(part, b.unshared(v.Name, x, dst))
		}
		return dst
	default: // the caller sends updates
	}
	return nil
}

// checkSizes fails on sizes that may be negative.
func checkSizes(b builder, dims []core.Atom) {
	for _, d := range dims {
		if !b.isNatural(d) {
			b.check(b.let("ok", prim.Le, prim.I64, core.IntC(0), d), core.CodeSize, core.MsgSize, d)
		}
	}
}

// checkIndices fails on indices that may be out of bounds.
func checkIndices(b builder, idx, dims []core.Atom) {
	for k, i := range idx {
		b.check(b.inRange(i, dims[k]), core.CodeIndex, core.MsgIndexAt(k, idx, dims), i, dims[k])
	}
}

// checkedSlices evaluates and checks the parts of a slice. The first and the last element must be in bounds, and the others then are.
func checkedSlices(b builder, ds []core.DimSlice, dims []core.Atom) []core.DimSlice {
	out := make([]core.DimSlice, len(ds))
	for k, d := range ds {
		s := core.DimSlice{Start: b.scalar(d.Start), Count: b.scalar(d.Count), Stride: b.scalar(d.Stride)}
		out[k] = s
		if !(core.IsInt(s.Start, 0) && core.IsInt(s.Stride, 1) && s.Count == dims[k]) {
			b.check(sliceInRange(b, s, dims[k]), core.CodeSlice, core.MsgSlice, s.Count, s.Start, s.Stride, dims[k])
		}
	}
	return out
}

// sliceInRange is the condition that a slice is in bounds.
func sliceInRange(b builder, s core.DimSlice, n core.Atom) core.Atom {
	zero, one := core.IntC(0), core.IntC(1)
	le := func(x, y core.Atom) core.Atom { return b.let("c", prim.Le, prim.I64, x, y) }
	and := func(x, y core.Atom) core.Atom { return b.let("c", prim.And, prim.Bool, x, y) }
	if core.IsInt(s.Start, 0) && core.IsInt(s.Stride, 1) {
		return and(le(zero, s.Count), le(s.Count, n))
	}
	natural, empty := le(zero, s.Count), le(s.Count, zero)
	last := b.let("last", prim.Mul, prim.I64, b.let("k", prim.Sub, prim.I64, s.Count, one), s.Stride)
	end := b.let("end", prim.Add, prim.I64, s.Start, last)
	lt := func(x core.Atom) core.Atom { return b.let("c", prim.Lt, prim.I64, x, n) }
	some := and(and(le(zero, s.Start), lt(s.Start)), and(le(zero, end), lt(end)))
	// An empty slice may start anywhere: that of a negative stride starts before the array.
	return and(natural, b.let("c", prim.Or, prim.Bool, empty, some))
}

// densify gives dimensions to views that have none yet, once all scalars are bound.
func densify(b builder, f *flat, pat []*core.Var, out []val) []val {
	f.bindAll(pat, out)
	for i, v := range pat {
		if d, ok := out[i].(*view); ok && d.dims == nil {
			out[i] = dense(b, d.mem, b.dims(v.Type))
			f.bind(v, out[i])
		}
	}
	return out
}
