package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

func (h *host) newArray(v *core.Var, e core.Exp) val {
	switch e := e.(type) {
	case *core.Copy:
		return h.copyOf(v.Name, h.array(e.Arr))
	case *core.Iota:
		n := h.scalar(e.N)
		h.checkSizes([]core.Atom{n})
		return h.maybeStore(v, lazyIota(e.T, n, h.scalar(e.Start), h.scalar(e.Step)))
	case *core.Replicate:
		return h.replicate(v, e)
	case *core.Scratch:
		h.checkSizes(h.scalars(e.Dims))
		h.f.blank[v] = true
		return h.allocate(&seg.HAlloc{Mem: seg.NewMem(v.Name, e.Elem, seg.Device), Dims: h.scalars(e.Dims), Blank: true, Src: h.src})
	case *core.ArrayLit:
		dims := append([]core.Atom{core.IntC(int64(len(e.Elems)))}, h.dims(e.Elem)...)
		dst := h.alloc(v.Name, e.Elem.Elem, dims)
		for i, a := range e.Elems {
			h.put(dst.sub(core.IntC(int64(i))), h.value(a))
		}
		return dst
	case *core.Concat:
		return h.concat(v, e)
	case *core.Reverse:
		a := h.force(v.Name, h.array(e.Arr)).reverse(h)
		if h.f.memory.Consumed(e.Arr) || h.f.memory.Consumed(v) {
			return h.copyOf(v.Name, a)
		}
		return a
	case *core.Rotate:
		return h.rotate(v, e)
	default: // the caller sends what makes an array
	}
	return nil
}

func (h *host) maybeStore(v *core.Var, l *lazy) val {
	if !h.f.memory.Consumed(v) {
		return l
	}
	return h.copyOf(v.Name, l)
}

func (h *host) checkSizes(dims []core.Atom) {
	for _, d := range dims {
		if n, ok := core.IntConst(d); !h.f.sizes[d] && (!ok || n < 0) {
			h.check(h.let("ok", prim.Le, prim.I64, core.IntC(0), d), core.CodeSize, core.MsgSize, d)
		}
	}
}

func (h *host) replicate(v *core.Var, e *core.Replicate) val {
	dims := h.scalars(e.Dims)
	h.checkSizes(dims)
	x := h.value(e.Val)
	if c, ok := x.(*cell); ok {
		if len(dims) > 0 && !h.f.memory.Consumed(v) {
			return sameCell(c, v.Type.Elem, dims)
		}
		x = h.read(c)
	}
	if s, ok := x.(core.Atom); ok {
		if len(dims) == 0 {
			return s
		}
		return h.maybeStore(v, constant(v.Type.Elem, dims, s))
	}
	if l, ok := x.(*lazy); ok && l.fill != nil {
		return h.maybeStore(v, constant(l.elem, append(dims, l.dims...), l.fill))
	}
	a := h.force(v.Name, x.(array)).spread(dims)
	if h.f.memory.Consumed(v) || h.f.memory.Consumed(e.Val) {
		return h.copyOf(v.Name, a)
	}
	return a
}

// sameCell is the array with the value of a cell everywhere.
func sameCell(c *cell, elem prim.Type, dims []core.Atom) *lazy {
	l := &lazy{elem: elem, dims: dims}
	v := core.NewVar("same", core.Prim(elem))
	l.row = func(t *thread, _ core.Atom) val {
		if len(dims) == 1 {
			return t.loadCell(v, c)
		}
		return sameCell(c, elem, dims[1:])
	}
	return l
}

func (h *host) concat(v *core.Var, e *core.Concat) val {
	dims := append([]core.Atom{h.scalar(e.N)}, h.array(e.Arrs[0]).shape()[1:]...)
	dst := h.alloc(v.Name, v.Type.Elem, dims)
	at := core.Atom(core.IntC(0))
	for _, a := range e.Arrs {
		x := h.array(a)
		n := x.shape()[0]
		h.put(dst.slice(h, []core.DimSlice{{Start: at, Count: n, Stride: core.IntC(1)}}), x)
		at = h.i64(prim.Add, at, n)
	}
	return dst
}

// rotate copies the two parts.
func (h *host) rotate(v *core.Var, e *core.Rotate) val {
	src := h.force(v.Name, h.array(e.Arr))
	n := src.dims[0]
	dst := h.alloc(v.Name, v.Type.Elem, src.dims)
	cut := h.let("cut", prim.Mod, prim.I64, h.scalar(e.By), h.i64(prim.Max, n, core.IntC(1)))
	rest := h.i64(prim.Sub, n, cut)
	one, zero := core.IntC(1), core.IntC(0)
	h.put(dst.slice(h, []core.DimSlice{{Start: zero, Count: rest, Stride: one}}),
		src.slice(h, []core.DimSlice{{Start: cut, Count: rest, Stride: one}}))
	h.put(dst.slice(h, []core.DimSlice{{Start: rest, Count: cut, Stride: one}}),
		src.slice(h, []core.DimSlice{{Start: zero, Count: cut, Stride: one}}))
	return dst
}

func (h *host) viewExp(v *core.Var, e core.Exp) val {
	switch e := e.(type) {
	case *core.Slice:
		a := h.array(e.Arr)
		dims := h.slices(e.Dims, a.shape())
		if l, ok := a.(*lazy); ok {
			if x := sliceLazy(l, dims); x != nil {
				return x
			}
		}
		return h.force(v.Name, a).slice(h, dims)
	case *core.Rearrange:
		if l, ok := h.array(e.Arr).(*lazy); ok && l.fill != nil {
			return l.rearrange(e.Perm)
		}
		return h.force(v.Name, h.array(e.Arr)).rearrange(e.Perm)
	case *core.Reshape:
		dims := h.scalars(e.Dims)
		if l, ok := h.array(e.Arr).(*lazy); ok && l.fill != nil {
			return constant(l.elem, dims, l.fill)
		}
		return h.forceDense(v.Name, h.array(e.Arr)).reshaped(h, dims)
	default: // the caller sends views
	}
	return nil
}

// sliceLazy is a part of an array with one value everywhere.
func sliceLazy(l *lazy, ds []core.DimSlice) *lazy {
	if l.fill == nil {
		return nil
	}
	var dims []core.Atom
	for _, d := range ds {
		dims = append(dims, d.Count)
	}
	return constant(l.elem, append(dims, l.dims[len(ds):]...), l.fill)
}

// slices evaluates and checks the parts of a slice, as thread.slices does.
func (h *host) slices(ds []core.DimSlice, dims []core.Atom) []core.DimSlice {
	out := make([]core.DimSlice, len(ds))
	for k, d := range ds {
		s := core.DimSlice{Start: h.scalar(d.Start), Count: h.scalar(d.Count), Stride: h.scalar(d.Stride)}
		out[k] = s
		if !(core.IsInt(s.Start, 0) && core.IsInt(s.Stride, 1) && s.Count == dims[k]) {
			h.check(h.sliceInRange(s, dims[k]), core.CodeSlice, core.MsgSlice, s.Count, s.Start, s.Stride, dims[k])
		}
	}
	return out
}

func (h *host) sliceInRange(s core.DimSlice, n core.Atom) core.Atom {
	zero, one := core.IntC(0), core.IntC(1)
	le := func(a, b core.Atom) core.Atom { return h.let("c", prim.Le, prim.I64, a, b) }
	lt := func(a core.Atom) core.Atom { return h.let("c", prim.Lt, prim.I64, a, n) }
	and := func(a, b core.Atom) core.Atom { return h.let("c", prim.And, prim.Bool, a, b) }
	last := h.let("last", prim.Mul, prim.I64, h.let("k", prim.Sub, prim.I64, s.Count, one), s.Stride)
	end := h.let("end", prim.Add, prim.I64, s.Start, last)
	some := and(and(le(zero, s.Start), lt(s.Start)), and(le(zero, end), lt(end)))
	// An empty slice may start anywhere: that of a negative stride starts before the array.
	return and(le(zero, s.Count), h.let("c", prim.Or, prim.Bool, le(s.Count, zero), some))
}

// owned is an array that the host may have written to, as a view.
func (h *host) owned(v *core.Var) *view {
	a := h.array(v)
	if x, ok := a.(*view); ok && x.writable() {
		h.emit(&seg.HOwn{Mem: x.mem, Src: h.src})
		return x
	}
	return h.copyOf(v.Name, a)
}

func (h *host) update(v *core.Var, e core.Exp) val {
	switch e := e.(type) {
	case *core.Update:
		idx := h.scalars(e.Idx)
		x := h.value(e.Val)
		dims := h.array(e.Arr).shape()
		for k, i := range idx {
			h.check(h.inRange(i, dims[k]), core.CodeIndex, core.MsgIndexAt(k, len(idx)), i, dims[k])
		}
		dst := h.owned(e.Arr)
		h.put(dst.sub(idx...), h.unshared(v.Name, x, dst))
		return dst
	case *core.UpdateSlice:
		x := h.array(e.Val)
		dims := h.slices(e.Dims, h.array(e.Arr).shape())
		dst := h.owned(e.Arr)
		h.put(dst.slice(h, dims), h.unshared(v.Name, x, dst))
		return dst
	default: // the caller sends updates
	}
	return nil
}

// unshared is x, copied if it stands in the block of a destination.
func (h *host) unshared(name string, x val, dst *view) val {
	switch x := x.(type) {
	case *view:
		if x.mem == dst.mem {
			return h.copyOf(name, x)
		}
	case *cell:
		if x.reads(dst.mem) {
			return h.read(x)
		}
	}
	return x
}
