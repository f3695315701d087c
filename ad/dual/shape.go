package dual

import (
	"raido/lang/core"
	"raido/lang/prim"
)

func (a *array) rank() int { return len(a.shape) }

// offset is the place of the subarray at the indices, bounds checked.
func (m *machine) offset(a *array, idx []val) int64 {
	off := int64(0)
	for k, d := range a.shape {
		off *= d
		if k < len(idx) {
			i := idx[k].int()
			if i < 0 || i >= d {
				m.fail("index %d out of bounds for array of length %d", i, d)
			}
			off += i
		}
	}
	return off
}

// at is the element or row at the indices; a row shares its elements.
func (m *machine) at(v val, idx []val) val {
	off := m.offset(v.a, idx)
	shape := v.a.shape[len(idx):]
	if len(shape) == 0 {
		return val{n: v.a.data[off]}
	}
	return val{a: &array{shape, v.a.data[off : off+product(shape)]}}
}

// write replaces the elements of a part.
func (m *machine) write(part, v val) {
	for i, d := range part.a.shape {
		if v.a.shape[i] != d {
			m.fail("shape mismatch: %v, expected %v", v.a.shape, part.a.shape)
		}
	}
	copy(part.a.data, v.a.data)
}

// slices lists, for each sliced dimension, the indices taken, bounds checked.
func (m *machine) slices(v env, a *array, ds []core.DimSlice) [][]int64 {
	var out [][]int64
	for k, d := range ds {
		start, count, stride := m.atom(v, d.Start).int(), m.atom(v, d.Count).int(), m.atom(v, d.Stride).int()
		if count < 0 {
			m.fail("slice of negative length %d (of an array of length %d)", count, a.shape[k])
		}
		idx := []int64{}
		for i := range count {
			x := start + i*stride
			if x < 0 || x >= a.shape[k] {
				m.fail("slice [%d:%d:%d] out of bounds for array of length %d", start, start+count*stride, stride, a.shape[k])
			}
			idx = append(idx, x)
		}
		out = append(out, idx)
	}
	return out
}

// sliced calls f with the offset of each row of the part given by slices, and its place in the part.
func sliced(a *array, slices [][]int64, f func(off, k int64)) {
	row := product(a.shape[len(slices):])
	k := int64(0)
	var walk func(dim int, off int64)
	walk = func(dim int, off int64) {
		if dim == len(slices) {
			f(off*row, k*row)
			k++
			return
		}
		for _, i := range slices[dim] {
			walk(dim+1, off*a.shape[dim]+i)
		}
	}
	walk(0, 0)
}

func partShape(a *array, slices [][]int64) []int64 {
	var shape []int64
	for _, s := range slices {
		shape = append(shape, int64(len(s)))
	}
	return append(shape, a.shape[len(slices):]...)
}

func (m *machine) slice(v env, a *array, ds []core.DimSlice) val {
	slices := m.slices(v, a, ds)
	row := product(a.shape[len(slices):])
	out := newArray(partShape(a, slices))
	sliced(a, slices, func(off, k int64) { copy(out.data[k:k+row], a.data[off:]) })
	return val{a: out}
}

func (m *machine) updateSlice(v env, e *core.UpdateSlice) val {
	a, part := v[e.Arr].a, v[e.Val].fresh()
	slices := m.slices(v, a, e.Dims)
	m.write(val{a: newArray(partShape(a, slices))}, part) // for its check of shapes
	row := product(a.shape[len(slices):])
	sliced(a, slices, func(off, k int64) { copy(a.data[off:off+row], part.a.data[k:]) })
	return val{a: a}
}

func (m *machine) iota(v env, e *core.Iota) val {
	out := newArray(m.sizes(v, []core.Atom{e.N}))
	x, step := m.atom(v, e.Start).n, m.atom(v, e.Step).n
	for i := range out.data {
		out.data[i] = num{bits: x.bits}
		x = m.eval(prim.Add, e.T, []num{x, step})
	}
	return val{a: out}
}

func (m *machine) replicate(dims []int64, v val) val {
	out := newArray(append(dims, v.dims()...))
	k := v.size()
	for i := 0; k > 0 && i < len(out.data); i += k {
		copy(out.data[i:], v.numbers())
	}
	return val{a: out}
}

func concat(arrs []*array) val {
	shape := append([]int64{0}, arrs[0].shape[1:]...)
	var data []num
	for _, a := range arrs {
		shape[0] += a.shape[0]
		data = append(data, a.data...)
	}
	return val{a: &array{shape, data}}
}

// gather is the array whose row i is row f(i) of a.
func gather(a *array, f func(i int64) int64) val {
	out := newArray(a.shape)
	for i := range a.shape[0] {
		out.set(i, a.row(f(i)))
	}
	return val{a: out}
}

func rearrange(a *array, perm []int) val {
	strides := make([]int64, a.rank())
	for s, i := int64(1), a.rank()-1; i >= 0; i-- {
		strides[i] = s
		s *= a.shape[i]
	}
	shape := make([]int64, a.rank())
	for i := len(perm); i < a.rank(); i++ {
		perm = append(perm[:i:i], i)
	}
	for i, p := range perm {
		shape[i] = a.shape[p]
	}
	out := newArray(shape)
	k := 0
	var walk func(dim int, off int64)
	walk = func(dim int, off int64) {
		if dim == len(perm) {
			out.data[k] = a.data[off]
			k++
			return
		}
		for i := range shape[dim] {
			walk(dim+1, off+i*strides[perm[dim]])
		}
	}
	walk(0, 0)
	return val{a: out}
}
