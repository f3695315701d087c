package eval

import (
	"raido/lang/core"
	"raido/lang/diag"
)

// writing is what scatter and hist share: destinations, the index arrays and the values, in slots.
type writing struct {
	w               int
	dest, idx, vals []int
	src             diag.Span
	ops             int64 // of a write
}

func (c *compiler) writing(w core.Atom, dest, idx, vals []*core.Var, ops int64) writing {
	return writing{c.slot(w), c.varSlots(dest), c.varSlots(idx), c.varSlots(vals), c.src, ops}
}

// start makes the destinations writable, puts them into slots to, and gives the indices and values,
// which share nothing with them.
func (wr *writing) start(m *machine, to []int) (n int64, idx, vals []array) {
	n = int64(m.s[wr.w])
	for _, x := range wr.idx {
		idx = append(idx, m.a[x])
	}
	for _, x := range wr.vals {
		vals = append(vals, m.a[x])
	}
	dests := make([]array, len(wr.dest))
	for k, x := range wr.dest {
		dests[k] = m.own(wr.src, m.a[x])
	}
	for k, d := range dests {
		m.a[to[k]] = d
		for _, arrs := range [][]array{idx, vals} {
			for i, a := range arrs {
				arrs[i] = m.unshared(wr.src, a, d)
				if n != a.dims[0].n {
					m.fail(wr.src, core.CodeShape, "shape mismatch: an array of length %d where length %d is expected", a.dims[0].n, n)
				}
			}
		}
		m.sameShape(wr.src, d.dims[len(idx):], vals[k].dims[1:])
	}
	m.n.Reads += n * int64(len(idx))
	return n, idx, vals
}

// place is the view of dest at element i of the index arrays; ok reports whether it is in bounds.
func place(dest array, idx []array, i int64) (p array, ok bool) {
	for k := range idx {
		j, d := idx[k].buf.load(idx[k].off+i*idx[k].dims[0].stride), dest.dims[0]
		if j >= uint64(d.n) {
			return dest, false
		}
		dest.off += int64(j) * d.stride
		dest.dims = dest.dims[1:]
	}
	return dest, true
}

// scatter writes in order, so that of two writes to one place the last wins.
func (c *compiler) scatter(e *core.Scatter, pat []*core.Var) op {
	wr := c.writing(e.W, e.Dest, e.Idx, e.Vals, 1)
	to := c.binders(pat)
	return func(m *machine) {
		n, idx, vals := wr.start(m, to)
		for k, d := range to {
			dest, val := m.a[d], vals[k]
			for i := range n {
				m.step(wr.src, wr.ops)
				p, ok := place(dest, idx, i)
				switch {
				case !ok:
				case len(p.dims) == 0:
					p.buf.store(p.off, val.buf.load(val.off+i*val.dims[0].stride))
					m.n.Reads++
					m.n.Writes++
				default:
					m.write(wr.src, p, val.row(i))
				}
			}
		}
	}
}

// hist applies the operator to what the destinations hold at an index and the values, in order.
func (c *compiler) hist(e *core.Hist, pat []*core.Var) op {
	wr, k := c.writing(e.W, e.Dest, e.Idx, e.Vals, weight(e.Fn.Body)), len(e.Dest)
	params := c.binders(e.Fn.Params)
	b := c.body(e.Fn.Body)
	res := c.slotsOf(b.result)
	scalars, allScalar := make([]bool, k), true // of each destination: are its values scalars
	for j := range scalars {
		scalars[j] = e.Fn.Params[j].Type.IsScalar()
		allScalar = allScalar && scalars[j]
	}
	to := c.binders(pat)
	if allScalar {
		return histScalars(wr, b.run, params, res, to)
	}
	return func(m *machine) {
		n, idx, vals := wr.start(m, to)
		places := make([]array, k)
		for i := range n {
			m.step(wr.src, wr.ops)
			if !allPlaces(m, to, idx, i, places) {
				continue
			}
			for j, p := range places {
				if v := vals[j].row(i); scalars[j] {
					m.s[params[j]], m.s[params[k+j]] = p.buf.load(p.off), v.buf.load(v.off)
				} else {
					m.a[params[j]], m.a[params[k+j]] = p, v
				}
			}
			b.run(m)
			wr.putBack(m, places, res, scalars)
		}
	}
}

// allPlaces finds where element i goes in each destination; it reports whether it goes anywhere.
func allPlaces(m *machine, to []int, idx []array, i int64, places []array) bool {
	for j, d := range to {
		p, ok := place(m.a[d], idx, i)
		if !ok {
			return false
		}
		places[j] = p
	}
	return true
}

// putBack writes the results of the operator. All are taken before any is written, since one may be a
// view of another's place.
func (wr *writing) putBack(m *machine, places []array, res []int, scalars []bool) {
	if len(places) > 1 {
		for j, x := range res {
			for l, p := range places {
				if !scalars[j] && l != j {
					m.a[x] = m.unshared(wr.src, m.a[x], p)
				}
			}
		}
	}
	for j, p := range places {
		if scalars[j] {
			p.buf.store(p.off, m.s[res[j]])
			m.n.Writes++
		} else {
			m.sameShape(wr.src, p.dims, m.a[res[j]].dims)
			m.write(wr.src, p, m.a[res[j]])
		}
	}
}

// histScalars is hist where all values are scalars.
func histScalars(wr writing, run op, params, res, to []int) op {
	k := len(to)
	return func(m *machine) {
		n, idx, vals := wr.start(m, to)
		m.n.Reads += 2 * n * int64(k)
		m.n.Writes += n * int64(k)
		places := make([]array, k)
		for i := range n {
			m.step(wr.src, wr.ops)
			if !allPlaces(m, to, idx, i, places) {
				continue
			}
			for j, p := range places {
				v := &vals[j]
				m.s[params[j]], m.s[params[k+j]] = p.buf.load(p.off), v.buf.load(v.off+i*v.dims[0].stride)
			}
			run(m)
			for j, p := range places {
				p.buf.store(p.off, m.s[res[j]])
			}
		}
	}
}
