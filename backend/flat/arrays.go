package flat

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// newArray translates the nodes that make an array; iota, replicate and reverse make none if they can.
func (t *thread) newArray(v *core.Var, e core.Exp) val {
	switch e := e.(type) {
	case *core.Copy:
		dst := t.alloc(v, t.array(e.Arr).shape())
		t.put(dst, t.array(e.Arr))
		return dst
	case *core.Iota:
		return t.maybeStore(v, iota(t, e))
	case *core.Replicate:
		return t.replicate(v, e)
	case *core.Scratch:
		t.checkSizes(t.scalars(e.Dims))
		t.f.blank[v] = true
		return t.alloc(v, t.scalars(e.Dims))
	case *core.ArrayLit:
		dst := t.alloc(v, append([]core.Atom{core.IntC(int64(len(e.Elems)))}, t.dims(e.Elem)...))
		for i, a := range e.Elems {
			t.put(dst.sub(core.IntC(int64(i))), t.value(a))
		}
		return dst
	case *core.Concat:
		return t.concat(v, e)
	case *core.Reverse:
		if a, ok := t.array(e.Arr).(*view); ok && !t.f.memory.Consumed(e.Arr) && !t.f.memory.Consumed(v) && t.hint[v] == nil {
			return a.reverse(t)
		}
		src := t.force(v.Name, t.array(e.Arr))
		dst := t.alloc(v, src.dims)
		t.put(dst, src.reverse(t))
		return dst
	case *core.Rotate:
		return t.rotate(v, e)
	default: // the caller sends what makes an array
	}
	return nil
}

// maybeStore stores a lazy array where it is wanted or changed, and leaves it lazy otherwise.
func (t *thread) maybeStore(v *core.Var, l *lazy) val {
	if t.hint[v] == nil && !t.f.memory.Consumed(v) {
		return l
	}
	dst := t.alloc(v, l.dims)
	t.put(dst, l)
	return dst
}

func iota(t *thread, e *core.Iota) *lazy {
	n, start, step := t.scalar(e.N), t.scalar(e.Start), t.scalar(e.Step)
	t.checkSizes([]core.Atom{n})
	return lazyIota(e.T, n, start, step)
}

// lazyIota is start + i*step in type ty.
func lazyIota(ty prim.Type, n, start, step core.Atom) *lazy {
	l := &lazy{elem: ty, dims: []core.Atom{n}}
	l.row = func(t *thread, i core.Atom) val {
		x := i
		if ty != prim.I64 {
			x = t.let("i", prim.To(ty), prim.I64, false, i)
		}
		if !core.IsConst(step, prim.One(ty)) {
			x = t.let("i", prim.Mul, ty, false, x, step)
		}
		if !core.IsConst(start, prim.Zero(ty)) {
			x = t.let("i", prim.Add, ty, false, x, start)
		}
		return x
	}
	return l
}

func (t *thread) replicate(v *core.Var, e *core.Replicate) val {
	dims := t.scalars(e.Dims)
	t.checkSizes(dims)
	switch x := t.value(e.Val).(type) {
	case core.Atom:
		if len(dims) == 0 {
			return x
		}
		return t.maybeStore(v, constant(v.Type.Elem, dims, x))
	case *view:
		if t.hint[v] == nil && !t.f.memory.Consumed(v) && !t.f.memory.Consumed(e.Val) {
			return x.spread(dims)
		}
		dst := t.alloc(v, append(dims, x.dims...))
		t.put(dst, x.spread(dims))
		return dst
	case *lazy:
		dst := t.alloc(v, append(dims, x.dims...))
		t.nest(dims, func(idx []core.Atom) { t.put(dst.sub(idx...), x) })
		return dst
	}
	return nil
}

// checkSizes fails on sizes that may be negative.
func (t *thread) checkSizes(dims []core.Atom) {
	for _, d := range dims {
		if !t.isNatural(d) {
			ok := t.let("ok", prim.Le, prim.I64, false, core.IntC(0), d)
			t.check(ok, core.CodeSize, core.MsgSize, d)
		}
	}
}

func (t *thread) concat(v *core.Var, e *core.Concat) val {
	first := t.array(e.Arrs[0]).shape()
	dst := t.alloc(v, append([]core.Atom{t.scalar(e.N)}, first[1:]...))
	at := core.Atom(core.IntC(0))
	for _, a := range e.Arrs {
		x := t.array(a)
		n := x.shape()[0]
		part := dst.slice(t, []core.DimSlice{{Start: at, Count: n, Stride: core.IntC(1)}})
		t.put(part, x)
		at = t.i64(prim.Add, at, n)
	}
	return dst
}

// rotate copies the two parts: result[i] = arr[(i+by) mod n].
func (t *thread) rotate(v *core.Var, e *core.Rotate) val {
	src := t.array(e.Arr)
	dims := src.shape()
	dst := t.alloc(v, dims)
	by := t.scalar(e.By)
	n := dims[0]
	// An empty array has nothing to copy, so max n 1 stands in for its length.
	cut := t.let("cut", prim.Mod, prim.I64, false, by, t.i64(prim.Max, n, core.IntC(1)))
	t.boundBy(cut, n)
	t.loop(n, func(i core.Atom) {
		j := t.i64(prim.Add, i, cut)
		over := t.let("over", prim.Le, prim.I64, false, n, j)
		w := t.let("w", prim.ToI64, prim.Bool, false, over)
		j = t.i64(prim.Sub, j, t.i64(prim.Mul, n, w))
		t.put(dst.sub(i), t.row(src, j))
	})
	return dst
}

// viewExp translates the nodes whose result may share memory with the operand.
func (t *thread) viewExp(v *core.Var, e core.Exp) val {
	switch e := e.(type) {
	case *core.Slice:
		dims := t.slices(e.Dims, t.array(e.Arr).shape())
		return t.force(v.Name, t.array(e.Arr)).slice(t, dims)
	case *core.Rearrange:
		if l, ok := t.array(e.Arr).(*lazy); ok && l.fill != nil {
			return l.rearrange(e.Perm)
		}
		if x, ok := t.array(e.Arr).(*view); ok && t.turned[x] != nil && t.turned[x] == t.hint[v] {
			return t.hint[v]
		}
		return t.force(v.Name, t.array(e.Arr)).rearrange(e.Perm)
	case *core.Reshape:
		if l, ok := t.array(e.Arr).(*lazy); ok && l.fill != nil {
			return constant(l.elem, t.scalars(e.Dims), l.fill)
		}
		return t.forceDense(v.Name, t.array(e.Arr)).reshaped(t, t.scalars(e.Dims))
	default: // the caller sends views
	}
	return nil
}

// slices evaluates and checks the parts of a slice. The first and the last element must be in bounds,
// and the others then are.
func (t *thread) slices(ds []core.DimSlice, dims []core.Atom) []core.DimSlice {
	out := make([]core.DimSlice, len(ds))
	for k, d := range ds {
		s := core.DimSlice{Start: t.scalar(d.Start), Count: t.scalar(d.Count), Stride: t.scalar(d.Stride)}
		out[k] = s
		if ok := sliceInRange(t, s, dims[k]); ok != nil {
			t.check(ok, core.CodeSlice, core.MsgSlice, s.Count, s.Start, s.Stride, dims[k])
		}
	}
	return out
}

// sliceInRange is the condition that a slice is in bounds; nil if it certainly is.
func sliceInRange(t *thread, s core.DimSlice, n core.Atom) core.Atom {
	if core.IsInt(s.Start, 0) && core.IsInt(s.Stride, 1) && s.Count == n {
		return nil
	}
	zero, one := core.IntC(0), core.IntC(1)
	le := func(a, b core.Atom) core.Atom { return t.let("c", prim.Le, prim.I64, false, a, b) }
	neg := le(s.Count, core.IntC(-1))
	empty := le(s.Count, zero)
	last := t.let("last", prim.Mul, prim.I64, false, t.let("k", prim.Sub, prim.I64, false, s.Count, one), s.Stride)
	end := t.let("end", prim.Add, prim.I64, false, s.Start, last)
	lt := func(a core.Atom) core.Atom { return t.let("c", prim.Lt, prim.I64, false, a, n) }
	first := t.both(le(zero, s.Start), lt(s.Start))
	ends := t.both(le(zero, end), lt(end))
	// An empty slice may start anywhere: that of a negative stride starts before the array.
	some := t.let("c", prim.Or, prim.Bool, false, empty, t.both(first, ends))
	return t.both(t.let("c", prim.Not, prim.Bool, false, neg), some)
}

// update writes into an array, which is the result.
func (t *thread) update(v *core.Var, e core.Exp) val {
	switch e := e.(type) {
	case *core.Update:
		dst := t.owned(e.Arr)
		idx := t.scalars(e.Idx)
		for k, i := range idx {
			t.checkIndex(i, dst.dims[k], k, len(idx))
		}
		t.put(dst.sub(idx...), t.unshared(v.Name, t.value(e.Val), dst))
		return dst
	case *core.UpdateSlice:
		dst := t.owned(e.Arr)
		part := dst.slice(t, t.slices(e.Dims, dst.dims))
		t.put(part, t.unshared(v.Name, t.array(e.Val), dst))
		return dst
	default: // the caller sends updates
	}
	return nil
}

// owned is an array that may be written to.
func (t *thread) owned(v *core.Var) *view {
	a := t.array(v)
	if x, ok := a.(*view); ok && x.writable() {
		return x
	}
	dst := t.alloc(v, a.shape())
	t.put(dst, a)
	t.f.bind(v, dst)
	return dst
}

// unshared is x, copied if it shares memory with the destination of a write (a[1:] written to a[:n-1]).
func (t *thread) unshared(name string, x val, dst *view) val {
	v, ok := x.(*view)
	if !ok || v.mem != dst.mem {
		return x
	}
	c := t.slot(name, v.mem.Elem, v.dims)
	t.put(c, v)
	return c
}
