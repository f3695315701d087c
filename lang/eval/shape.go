package eval

import (
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
)

// dimsIn reads sizes from slots, with room for more behind them.
func (m *machine) dimsIn(slots []int, more []dim) []dim {
	dims := make([]dim, len(slots), len(slots)+len(more))
	for i, x := range slots {
		dims[i].n = int64(m.s[x])
	}
	return append(dims, more...)
}

func (c *compiler) iota(e *core.Iota, v *core.Var) op {
	n, start, step, t, src := c.slot(e.N), c.slot(e.Start), c.slot(e.Step), e.T, c.src
	d := c.binder(v)
	return func(m *machine) {
		a := m.newArray(src, t, []dim{{n: int64(m.s[n])}})
		x, by := m.s[start], m.s[step]
		for i := range a.dims[0].n {
			if i&0xfffff == 0 {
				m.tick(src)
			}
			a.buf.store(i, x) // the store keeps the bits of the width
			x += by
		}
		m.n.Writes += a.dims[0].n
		m.a[d] = a
	}
}

func (c *compiler) replicate(e *core.Replicate, v *core.Var) op {
	dims, x, src := c.slotsOf(e.Dims), c.slot(e.Val), c.src
	t := e.Val.AtomType()
	d := c.binder(v)
	if t.IsScalar() {
		return func(m *machine) {
			a := m.newArray(src, t.Elem, m.dimsIn(dims, nil))
			m.fill(src, a, m.s[x])
			m.a[d] = a
		}
	}
	return func(m *machine) {
		val := m.a[x]
		a := m.newArray(src, t.Elem, m.dimsIn(dims, val.dims))
		n := val.size()
		if n > 0 {
			row := array{a.buf, 0, a.dims[len(dims):]}
			for range a.size() / n {
				m.tick(src)
				m.write(src, row, val)
				row.off += n
			}
		}
		m.a[d] = a
	}
}

// fill writes v to every element of a fresh array.
func (m *machine) fill(src diag.Span, a array, v uint64) {
	n := a.size()
	m.n.Writes += n
	if n == 0 || v == 0 { // a fresh array is zero already
		return
	}
	a.buf.store(0, v)
	data := a.buf.data
	for done := a.buf.elem.Size(); done < len(data); done *= 2 {
		m.tick(src)
		copy(data[done:], data[:done])
	}
}

func (c *compiler) scratch(e *core.Scratch, v *core.Var) op {
	dims, t, src := c.slotsOf(e.Dims), e.Elem, c.src
	d := c.binder(v)
	if c.counted {
		return func(m *machine) {
			m.a[d] = m.newArray(src, t, m.dimsIn(dims, nil))
			m.countScratch(m.a[d].buf)
		}
	}
	return func(m *machine) { m.a[d] = m.newArray(src, t, m.dimsIn(dims, nil)) }
}

// countScratch counts a new Scratch array, and those that are in use beside it: arrays leave their slots after their
// last use.
func (m *machine) countScratch(made *buffer) {
	used := map[*buffer]bool{}
	for _, slots := range [][]array{m.a, m.as, m.ta} {
		for _, a := range slots {
			used[a.buf] = true
		}
	}
	m.scratch = slices.DeleteFunc(append(m.scratch, made), func(b *buffer) bool { return !used[b] })
	live := int64(0)
	for _, b := range m.scratch {
		live += int64(len(b.data))
	}
	m.n.Scratch += int64(len(made.data))
	m.n.ScratchPeak = max(m.n.ScratchPeak, live)
}

// data is an array of constants.
func (c *compiler) data(e *core.ArrayLit, v *core.Var) op {
	src, d := c.src, c.binder(v)
	return func(m *machine) {
		a := m.newArray(src, e.Elem.Elem, []dim{{n: int64(len(e.Elems))}})
		for i, x := range e.Elems {
			a.buf.store(int64(i), x.(core.Const).Bits)
		}
		m.n.Writes += int64(len(e.Elems))
		m.a[d] = a
	}
}

func (c *compiler) arrayLit(e *core.ArrayLit, v *core.Var) op {
	if e.Plain {
		return c.data(e, v)
	}
	elems, t, src := c.slotsOf(e.Elems), e.Elem, c.src
	rows := c.slotsOf(t.Dims)
	d := c.binder(v)
	return func(m *machine) {
		row := m.dimsIn(rows, nil)
		a := m.newArray(src, t.Elem, append([]dim{{n: int64(len(elems))}}, row...))
		for i, x := range elems {
			if t.IsScalar() {
				a.buf.store(int64(i), m.s[x])
				m.n.Writes++
				continue
			}
			m.sameShape(src, row, m.a[x].dims)
			m.write(src, a.row(int64(i)), m.a[x])
		}
		m.a[d] = a
	}
}

func (c *compiler) concat(e *core.Concat, v *core.Var) op {
	arrs, src := c.varSlots(e.Arrs), c.src
	d := c.binder(v)
	return func(m *machine) {
		dims := append([]dim{}, m.a[arrs[0]].dims...)
		dims[0].n = 0
		for _, x := range arrs {
			dims[0].n += m.a[x].dims[0].n
		}
		a := m.newArray(src, m.a[arrs[0]].buf.elem, dims)
		part := a
		for _, x := range arrs {
			b := m.a[x]
			m.sameShape(src, a.dims[1:], b.dims[1:])
			part.dims = append([]dim{{b.dims[0].n, a.dims[0].stride}}, a.dims[1:]...)
			m.write(src, part, b)
			part.off += b.dims[0].n * a.dims[0].stride
		}
		m.a[d] = a
	}
}

func (c *compiler) rearrange(e *core.Rearrange, v *core.Var) op {
	x, perm := c.slot(e.Arr), e.Perm
	d := c.binder(v)
	return func(m *machine) {
		a := m.a[x]
		dims := make([]dim, len(a.dims))
		copy(dims, a.dims)
		for i, p := range perm {
			dims[i] = a.dims[p]
		}
		m.a[d] = array{a.buf, a.off, dims}
	}
}

// reshape gives a view where the elements are in order, otherwise a copy.
func (c *compiler) reshape(e *core.Reshape, v *core.Var) op {
	x, slots, src := c.slot(e.Arr), c.slotsOf(e.Dims), c.src
	d := c.binder(v)
	return func(m *machine) {
		a, dims := m.a[x], m.dimsIn(slots, nil)
		if n, ok := count(dims); !ok || n != a.size() {
			m.fail(src, core.CodeShape, "cannot reshape %s to %s", dimsText(a.dims), dimsText(dims))
		}
		if !a.contiguous() {
			a = m.fresh(src, a)
		}
		m.a[d] = array{a.buf, a.off, rowMajor(dims)}
	}
}

func (c *compiler) reverse(e *core.Reverse, v *core.Var) op {
	x, src := c.slot(e.Arr), c.src
	d := c.binder(v)
	return func(m *machine) {
		a := m.a[x]
		dims := append([]dim{}, a.dims...)
		dims[0].stride = -dims[0].stride
		m.a[d] = m.fresh(src, array{a.buf, a.off + max(0, dims[0].n-1)*a.dims[0].stride, dims})
	}
}

func (c *compiler) rotate(e *core.Rotate, v *core.Var) op {
	by, x, src := c.slot(e.By), c.slot(e.Arr), c.src
	d := c.binder(v)
	return func(m *machine) {
		a := m.a[x]
		out := m.newArray(src, a.buf.elem, append([]dim{}, a.dims...))
		n := a.dims[0].n
		if n > 0 {
			k := int64(m.s[by]) % n
			if k < 0 {
				k += n
			}
			m.write(src, out.some(0, n-k), a.some(k, n-k))
			m.write(src, out.some(n-k, k), a.some(0, k))
		}
		m.a[d] = out
	}
}

// some is the view of count rows from start on, not checked.
func (a *array) some(start, count int64) array {
	dims := append([]dim{{count, a.dims[0].stride}}, a.dims[1:]...)
	return array{a.buf, a.off + start*a.dims[0].stride, dims}
}
