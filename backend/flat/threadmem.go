package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// alloc makes the array that v names: where a destination wants it, or in a block of the thread.
func (t *thread) alloc(v *core.Var, dims []core.Atom) *view {
	if d := t.hint[v]; d != nil {
		return d
	}
	return t.slot(v.Name, v.Type.Elem, dims)
}

// slot makes an array in a fresh block of the thread.
func (t *thread) slot(name string, elem prim.Type, dims []core.Atom) *view {
	m := seg.NewMem(name, elem, seg.Scratch)
	t.grow(m, dims)
	t.settle(m)
	return dense(t, m, dims)
}

// grow makes the block large enough for dims. Whether it does so by itself is known at the end only, so
// there is a Reserve every time; see dropReserves.
func (t *thread) grow(m *seg.Mem, dims []core.Atom) {
	t.emit(&seg.Reserve{Mem: m, Dims: dims})
	if m.Space == seg.Private {
		m.Space = seg.Scratch // not settled any more
	}
	if m.Grow = m.Grow || !t.allBounded(dims); m.Grow {
		m.Len = nil
		return
	}
	n := core.Atom(core.IntC(1))
	for _, d := range dims {
		n = t.h.i64(prim.Mul, n, t.upperSize(d))
	}
	if m.Len == nil {
		m.Len = n
	} else {
		m.Len = t.h.i64(prim.Max, m.Len, n)
	}
}

// settle makes a block of small constant size a private array: those live on the stack of a driver's thread.
func (t *thread) settle(m *seg.Mem) {
	if m.Grow {
		return
	}
	if n, ok := core.IntConst(m.Len); ok && n*int64(m.Elem.Size()) <= limits.Now.PrivateBytes {
		m.Space = seg.Private
		m.Len = core.IntC(max(n, 1))
	}
}

// force puts an array into memory, if it is not.
func (t *thread) force(name string, a array) *view {
	if v, ok := a.(*view); ok {
		return v
	}
	l := a.(*lazy)
	v := t.slot(name, l.elem, l.dims)
	t.put(v, l)
	return v
}

// forceDense is force, and a copy if the view has gaps.
func (t *thread) forceDense(name string, a array) *view {
	v := t.force(name, a)
	if v.dense {
		return v
	}
	d := t.slot(name, v.mem.Elem, v.dims)
	t.put(d, v)
	return d
}
