package flat

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// lazyIota is start + i*step in type ty.
func lazyIota(ty prim.Type, n, start, step core.Atom) *lazy {
	l := &lazy{elem: ty, dims: []core.Atom{n}}
	l.row = func(t *thread, i core.Atom) val {
		x := i
		if ty != prim.I64 {
			x = t.let("i", prim.To(ty), prim.I64, i)
		}
		if !core.IsConst(step, prim.One(ty)) {
			x = t.let("i", prim.Mul, ty, x, step)
		}
		if !core.IsConst(start, prim.Zero(ty)) {
			x = t.let("i", prim.Add, ty, x, start)
		}
		return x
	}
	return l
}

// reverse makes no array if it need not.
func (t *thread) reverse(v *core.Var, e *core.Reverse) val {
	if a, ok := t.array(e.Arr).(*view); ok && !t.f.memory.Consumed(e.Arr) && !t.f.memory.Consumed(v) && t.hint[v] == nil {
		return a.reverse(t)
	}
	src := t.force(v.Name, t.array(e.Arr))
	dst := t.alloc(v, src.dims)
	t.put(dst, src.reverse(t))
	return dst
}

// scratch makes an array of unspecified contents.
func (t *thread) scratch(v *core.Var, dims []core.Atom) *view { return t.alloc(v, dims) }

// wants reports whether an array that need not be stored must be.
func (t *thread) wants(v *core.Var) bool { return t.hint[v] != nil || t.f.memory.Consumed(v) }

func (t *thread) replicate(v *core.Var, e *core.Replicate) val {
	dims := t.scalars(e.Dims)
	checkSizes(t, dims)
	switch x := t.value(e.Val).(type) {
	case core.Atom:
		if len(dims) == 0 {
			return x
		}
		return maybeStore(t, v, constant(v.Type.Elem, dims, x))
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

// rotate copies the two parts: result[i] = arr[(i+by) mod n].
func (t *thread) rotate(v *core.Var, e *core.Rotate) val {
	src := t.array(e.Arr)
	dims := src.shape()
	dst := t.alloc(v, dims)
	by := t.scalar(e.By)
	n := dims[0]
	// An empty array has nothing to copy, so max n 1 stands in for its length.
	cut := t.let("cut", prim.Mod, prim.I64, by, t.i64(prim.Max, n, core.IntC(1)))
	t.boundBy(cut, n)
	t.loop(n, func(i core.Atom) {
		j := t.i64(prim.Add, i, cut)
		over := t.let("over", prim.Le, prim.I64, n, j)
		w := t.let("w", prim.ToI64, prim.Bool, over)
		j = t.i64(prim.Sub, j, t.i64(prim.Mul, n, w))
		t.put(dst.sub(i), t.row(src, j))
	})
	return dst
}

// rearrange turns a view; what a scan has written through a turned view to where it is wanted stands there already.
func (t *thread) rearrange(v *core.Var, e *core.Rearrange) val {
	if x, ok := t.array(e.Arr).(*view); ok && t.turned[x] != nil && t.turned[x] == t.hint[v] {
		return t.hint[v]
	}
	return t.force(v.Name, t.array(e.Arr)).rearrange(e.Perm)
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

// resized is an array of unspecified contents that begins with another one, as a tape that gets longer: it takes over the block of
// that, if it may. Nil if it may not.
func (t *thread) resized(e *core.UpdateSlice) *view {
	x, ok := t.array(e.Arr).(*view)
	old, is := t.array(e.Val).(*view)
	if !ok || !is || !t.f.blank[e.Arr] || !whole(x) || x.mem.Space == seg.Device || len(e.Dims) != 1 || !slices.Equal(x.dims[1:], old.dims[1:]) ||
		!core.IsInt(e.Dims[0].Start, 0) || !core.IsInt(e.Dims[0].Stride, 1) {
		return nil
	}
	m := t.freeBlock(e.Val)
	if m == nil {
		return nil
	}
	checkedSlices(t, e.Dims, x.dims)
	*t.code = slices.DeleteFunc(*t.code, func(s seg.Stm) bool { r, ok := s.(*seg.Reserve); return ok && r.Mem == x.mem })
	t.grow(m, x.dims)
	return dense(t, m, x.dims)
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
