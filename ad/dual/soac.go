package dual

import "raido/lang/core"

// elems are the elements of arrays at i, to be arguments of a lambda that may write into them.
func (m *machine) elems(l *core.Lambda, arrs []*array, i int64) []val {
	out := make([]val, len(arrs))
	for k, a := range arrs {
		if out[k] = a.row(i); m.mayWrite(l) {
			out[k] = out[k].fresh()
		}
	}
	return out
}

func (m *machine) width(w val, arrs []*array) int64 {
	for _, a := range arrs {
		if a.shape[0] != w.int() {
			m.fail("shape mismatch: an array of length %d where length %d is expected", a.shape[0], w.int())
		}
	}
	return w.int()
}

func (m *machine) mapSOAC(v env, e *core.Map) []val {
	arrs, na := m.arrays(v, e.Arrs), len(e.Accs)
	n := m.width(m.atom(v, e.W), arrs)
	accs := m.atoms(v, core.Atoms(e.Accs))
	rows := make([][]val, len(e.Fn.Ret)-na)
	for i := range n {
		out := m.lambda(v, e.Fn, append(append([]val{}, accs...), m.elems(e.Fn, arrs, i)...))
		for k, x := range out[na:] {
			rows[k] = append(rows[k], x)
		}
	}
	out := accs
	for k, t := range e.Fn.Ret[na:] {
		var shape []int64
		if n > 0 {
			shape = rows[k][0].dims()
		} else {
			shape = m.sizes(v, t.Dims)
		}
		out = append(out, stack(rows[k], shape))
	}
	return out
}

// fold combines from the left, beginning with the neutral element; the arrays in scanned say the row shapes of
// the prefixes, which are the second result.
func (m *machine) fold(v env, w core.Atom, fn *core.Lambda, ne []core.Atom, in, scanned []*core.Var) (acc, prefixes []val) {
	arrs := m.arrays(v, in)
	n := m.width(m.atom(v, w), arrs)
	for _, x := range m.atoms(v, ne) {
		acc = append(acc, x.fresh())
	}
	rows := make([][]val, len(scanned))
	for i := range n {
		acc = m.lambda(v, fn, append(acc, m.elems(fn, arrs, i)...))
		for k := range scanned {
			acc[k] = acc[k].fresh()
			rows[k] = append(rows[k], acc[k])
		}
		if m.mayWrite(fn) {
			for k := range acc {
				acc[k] = acc[k].fresh()
			}
		}
	}
	for k := range scanned {
		prefixes = append(prefixes, stack(rows[k], arrs[k].shape[1:]))
	}
	for k := range acc {
		acc[k] = acc[k].fresh()
	}
	return acc, prefixes
}

// place is the offset of the subarray at element i of the index arrays; ok reports whether it is in bounds.
func place(dest *array, idx []*array, i int64) (off int64, ok bool) {
	for k, d := range dest.shape {
		off *= d
		if k < len(idx) {
			j := int64(idx[k].data[i].bits)
			if j < 0 || j >= d {
				return 0, false
			}
			off += j
		}
	}
	return off, true
}

// part is the subarray of dest at an offset; it shares its elements.
func part(dest *array, ranks int, off int64) val {
	shape := dest.shape[ranks:]
	if len(shape) == 0 {
		return val{n: dest.data[off]}
	}
	return val{a: &array{shape, dest.data[off : off+product(shape)]}}
}

func (m *machine) scatter(v env, e *core.Scatter) []val {
	dest, idx, vals := m.arrays(v, e.Dest), m.arrays(v, e.Idx), m.arrays(v, e.Vals)
	n := m.width(m.atom(v, e.W), append(append([]*array{}, idx...), vals...))
	var out []val
	for k, d := range dest {
		for i := range n {
			if off, ok := place(d, idx, i); ok {
				copy(d.data[off:], vals[k].row(i).numbers())
			}
		}
		out = append(out, val{a: d})
	}
	return out
}

func (m *machine) hist(v env, e *core.Hist) []val {
	dest, idx, vals := m.arrays(v, e.Dest), m.arrays(v, e.Idx), m.arrays(v, e.Vals)
	n := m.width(m.atom(v, e.W), append(append([]*array{}, idx...), vals...))
	for i := range n {
		var args []val
		var offs []int64
		for _, d := range dest {
			if off, ok := place(d, idx, i); ok {
				offs = append(offs, off)
				args = append(args, part(d, len(idx), off).fresh())
			}
		}
		if len(offs) < len(dest) {
			continue
		}
		for k, x := range m.lambda(v, e.Fn, append(args, m.elems(e.Fn, vals, i)...)) {
			copy(dest[k].data[offs[k]:], x.fresh().numbers())
		}
	}
	out := make([]val, len(dest))
	for k, d := range dest {
		out[k] = val{a: d}
	}
	return out
}

func (m *machine) withAcc(v env, e *core.WithAcc) []val {
	var accs []val
	for _, a := range e.Accs {
		m.accs[a.Cert] = accOp{v, a.Op}
		accs = append(accs, v[a.Arr])
	}
	return unshared(m.lambda(v, e.Fn, accs))
}

func (m *machine) updateAcc(v env, e *core.UpdateAcc) val {
	acc := v[e.Acc]
	op := m.accs[e.Acc.Type.Cert]
	idx := make([]*array, len(e.Idx))
	for k, a := range e.Idx {
		idx[k] = &array{[]int64{1}, []num{m.atom(v, a).n}}
	}
	off, ok := place(acc.a, idx, 0)
	if !ok {
		return acc
	}
	for i, x := range m.atom(v, e.Val).numbers() {
		at := &acc.a.data[off+int64(i)]
		*at = m.lambda(op.env, op.op, []val{{n: *at}, {n: x}})[0].n
	}
	return acc
}
