package eval

import (
	"math/bits"
	"unsafe"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// indices are those of a place that is read or written, with the sizes of the array and their slots.
type indices struct {
	idx, dims []core.Atom
	slots     []int
}

// at is the view of a at a place, bounds checked.
func (m *machine) at(src diag.Span, e indices, a array) array {
	for k, x := range e.slots {
		i, d := m.s[x], a.dims[0]
		if i >= uint64(d.n) {
			m.outOfBounds(src, e, a, k)
		}
		a.off += int64(i) * d.stride
		a.dims = a.dims[1:]
	}
	return a
}

// outOfBounds reports index k of a place, which does not fit the outermost dimension of a.
func (m *machine) outOfBounds(src diag.Span, e indices, a array, k int) {
	m.fail(src, core.CodeIndex, core.MsgIndexAt(k, e.idx, e.dims), int64(m.s[e.slots[k]]), a.dims[0].n)
}

func (c *compiler) index(e *core.Index, v *core.Var) op {
	x, idx, src := c.slot(e.Arr), indices{e.Idx, e.Arr.Type.Dims, c.slotsOf(e.Idx)}, c.src
	d := c.binder(v)
	if !v.Type.IsScalar() {
		return func(m *machine) { m.a[d] = m.at(src, idx, m.a[x]) }
	}
	if len(idx.slots) == 1 {
		return index1(e.Arr.Type.Elem, d, x, idx, src)
	}
	return func(m *machine) {
		a := m.at(src, idx, m.a[x])
		m.s[d] = a.buf.load(a.off)
	}
}

// index1 is the scalar at one index, the commonest access.
func index1(t prim.Type, d, x int, idx indices, src diag.Span) op {
	i := idx.slots[0]
	if t == prim.F64 || t == prim.I64 || t == prim.U64 {
		return func(m *machine) {
			a, k := &m.a[x], m.s[i]
			if k >= uint64(a.dims[0].n) {
				m.outOfBounds(src, idx, *a, 0)
			}
			m.s[d] = *(*uint64)(unsafe.Add(a.buf.p, (a.off+int64(k)*a.dims[0].stride)*8))
		}
	}
	return func(m *machine) {
		a, k := &m.a[x], m.s[i]
		if k >= uint64(a.dims[0].n) {
			m.outOfBounds(src, idx, *a, 0)
		}
		m.s[d] = a.buf.load(a.off + int64(k)*a.dims[0].stride)
	}
}

// update checks the indices before it copies an array of the caller.
func (c *compiler) update(e *core.Update, v *core.Var) op {
	x, idx, val, src := c.slot(e.Arr), indices{e.Idx, e.Arr.Type.Dims, c.slotsOf(e.Idx)}, c.slot(e.Val), c.src
	scalar := e.Val.AtomType().IsScalar()
	d := c.binder(v)
	if scalar && len(idx.slots) == 1 {
		return update1(d, x, val, idx, src)
	}
	return func(m *machine) {
		part := m.at(src, idx, m.a[x])
		arr := m.a[x]
		if arr.buf.shared {
			arr = m.fresh(src, arr)
			part = m.at(src, idx, arr)
		}
		if scalar {
			part.buf.store(part.off, m.s[val])
		} else {
			m.sameShape(src, part.dims, m.a[val].dims)
			m.write(src, part, m.unshared(src, m.a[val], part))
		}
		m.a[d] = arr
	}
}

// update1 writes a scalar at one index.
func update1(d, x, val int, idx indices, src diag.Span) op {
	i := idx.slots[0]
	return func(m *machine) {
		a, k := &m.a[x], m.s[i]
		if k >= uint64(a.dims[0].n) {
			m.outOfBounds(src, idx, *a, 0)
		}
		if a.buf.shared {
			m.a[d] = m.fresh(src, *a)
		} else {
			m.a[d] = *a
		}
		a = &m.a[d]
		a.buf.store(a.off+int64(k)*a.dims[0].stride, m.s[val])
	}
}

// sameShape fails unless a value has the shape of the place it is written to.
func (m *machine) sameShape(src diag.Span, want, got []dim) {
	for i := range want {
		if want[i].n != got[i].n {
			m.fail(src, core.CodeShape, "shape mismatch: %s, expected %s", dimsText(got), dimsText(want))
		}
	}
}

// dimSlots are the slots of a core.DimSlice.
type dimSlots struct{ start, count, stride int }

func (c *compiler) dimSlots(ds []core.DimSlice) []dimSlots {
	var out []dimSlots
	for _, d := range ds {
		out = append(out, dimSlots{c.slot(d.Start), c.slot(d.Count), c.slot(d.Stride)})
	}
	return out
}

// part is the view of a along slices, bounds checked.
func (m *machine) part(src diag.Span, a array, slices []dimSlots) array {
	dims := make([]dim, len(a.dims))
	copy(dims, a.dims)
	for k, s := range slices {
		start, count, stride := int64(m.s[s.start]), int64(m.s[s.count]), int64(m.s[s.stride])
		d := a.dims[k]
		if count < 0 {
			m.fail(src, core.CodeSlice, core.MsgSlice, count, start, stride, d.n)
		}
		if count > 0 && !inside(d.n, start, count, stride) {
			m.fail(src, core.CodeSlice, core.MsgSlice, count, start, stride, d.n)
		}
		if count > 0 {
			a.off += start * d.stride
		}
		dims[k] = dim{count, stride * d.stride}
	}
	a.dims = dims
	return a
}

// inside reports whether start, start+stride, ... (count of them, at least one) are all in [0, n).
func inside(n, start, count, stride int64) bool {
	if start < 0 || start >= n {
		return false
	}
	hi, lo := bits.Mul64(uint64(count-1), uint64(max(stride, -stride)))
	if hi != 0 || lo > 1<<62 {
		return false
	}
	if stride < 0 {
		return start >= int64(lo)
	}
	return int64(lo) < n-start
}

func (c *compiler) slice(e *core.Slice, v *core.Var) op {
	x, ds, src := c.slot(e.Arr), c.dimSlots(e.Dims), c.src
	d := c.binder(v)
	return func(m *machine) {
		a := m.part(src, m.a[x], ds)
		for _, dm := range a.dims {
			if dm.stride == 0 && dm.n > 1 { // elements that are one may not be written as if they were several
				a = m.fresh(src, a)
				break
			}
		}
		m.a[d] = a
	}
}

func (c *compiler) updateSlice(e *core.UpdateSlice, v *core.Var) op {
	x, ds, val, src := c.slot(e.Arr), c.dimSlots(e.Dims), c.slot(e.Val), c.src
	d := c.binder(v)
	return func(m *machine) {
		part := m.part(src, m.a[x], ds)
		arr := m.a[x]
		if arr.buf.shared {
			arr = m.fresh(src, arr)
			part = m.part(src, arr, ds)
		}
		m.sameShape(src, part.dims, m.a[val].dims)
		m.write(src, part, m.unshared(src, m.a[val], part))
		m.a[d] = arr
	}
}
