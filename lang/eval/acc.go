package eval

import (
	"raido/lang/core"
	"raido/lang/diag"
)

// accOp is the operator of an accumulator: put the old value and the new one into slots x and y, run,
// and take slot res.
type accOp struct {
	run       op
	x, y, res int
}

// withAcc makes each array writable in place; an accumulator is a view of it that only UpdateAcc
// touches.
func (c *compiler) withAcc(e *core.WithAcc, pat []*core.Var) op {
	src, k := c.src, len(e.Accs)
	var arrs []int
	for _, a := range e.Accs {
		arrs = append(arrs, c.slot(a.Arr))
		params := c.binders(a.Op.Params)
		b := c.body(a.Op.Body)
		c.accs[a.Cert] = &accOp{b.run, params[0], params[1], c.slot(b.result[0])}
	}
	accs := c.binders(e.Fn.Params)
	b := c.body(e.Fn.Body)
	leave := c.move(b.result, pat, b.local)
	return func(m *machine) {
		for i := range k {
			m.a[accs[i]] = m.own(src, m.a[arrs[i]])
		}
		b.run(m)
		leave(m)
	}
}

// updateAcc combines into the array in place; indices out of range are ignored.
func (c *compiler) updateAcc(e *core.UpdateAcc, v *core.Var) op {
	o := c.accs[e.Acc.Type.Cert]
	if o == nil {
		diag.Bugf("eval: accumulator %s has no with_acc around it", e.Acc)
	}
	acc, idx, val, src := c.slot(e.Acc), c.slotsOf(e.Idx), c.slot(e.Val), c.src
	scalar := e.Val.AtomType().IsScalar()
	d := c.binder(v)
	return func(m *machine) {
		a := m.a[acc]
		m.a[d] = a
		for _, x := range idx {
			i, dm := m.s[x], a.dims[0]
			if i >= uint64(dm.n) {
				return
			}
			a.off += int64(i) * dm.stride
			a.dims = a.dims[1:]
		}
		if scalar {
			m.s[o.x], m.s[o.y] = a.buf.load(a.off), m.s[val]
			o.run(m)
			a.buf.store(a.off, m.s[o.res])
			m.n.Reads++
			m.n.Writes++
			return
		}
		m.sameShape(src, a.dims, m.a[val].dims)
		o.combine(m, src, a, m.a[val])
	}
}

// combine applies the operator elementwise.
func (o *accOp) combine(m *machine, src diag.Span, a, b array) {
	if len(a.dims) > 1 {
		for i := range a.dims[0].n {
			o.combine(m, src, a.row(i), b.row(i))
		}
		return
	}
	m.tick(src)
	n, as, bs := a.dims[0].n, a.dims[0].stride, b.dims[0].stride
	m.n.Reads += 2 * n
	m.n.Writes += n
	for i := range n {
		m.s[o.x], m.s[o.y] = a.buf.load(a.off+i*as), b.buf.load(b.off+i*bs)
		o.run(m)
		a.buf.store(a.off+i*as, m.s[o.res])
	}
}
