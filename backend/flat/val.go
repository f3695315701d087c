package flat

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// val is the value of a core variable during the translation: a core.Atom (scalar), a *cell (scalar in
// device memory), a *view or *lazy (array), or an *accum.
type val any

// cell is a scalar that stands in device memory, or is computed from such by an operator that cannot fail. Kernels compute
// it themselves; host code reads it only when it must, since it has to wait for that.
type cell struct {
	mem  *seg.Mem // nil if it is computed
	at   seg.Index
	op   *prim.Op
	t    prim.Type
	args []val // atoms of the host and cells
	size int   // operations
	// alone: it is all that is in the block, and nothing changes it there.
	alone bool
}

// maxCell is how many operations a cell may be computed with: each kernel that uses it does so.
const maxCell = 16

// computed is a cell with the result of an operator; nil if it must be computed now.
func computed(op *prim.Op, t prim.Type, args []val) *cell {
	c := &cell{op: op, t: t, args: args, size: 1}
	late := false
	for _, a := range args {
		if x, ok := a.(*cell); ok {
			late = true
			c.size += x.size
		}
	}
	if !late || op.Fails && t.IsInt() || c.size > maxCell {
		return nil
	}
	return c
}

// reads reports whether a cell stands in m or is computed from what stands there.
func (c *cell) reads(m *seg.Mem) bool {
	for _, a := range c.args {
		if x, ok := a.(*cell); ok && x.reads(m) {
			return true
		}
	}
	return c.mem == m
}

// view is an array in memory: element [i, j, ...] is mem[off + i*strides[0] + j*strides[1] + ...].
type view struct {
	mem     *seg.Mem
	off     seg.Index
	dims    []core.Atom
	strides []core.Atom
	dense   bool  // row-major without gaps
	flipped *view // the same array backwards, if this one was made by reverse
}

// lazy is an array that is computed when it is read: row gives an element of the outermost dimension.
type lazy struct {
	elem prim.Type
	dims []core.Atom
	row  func(t *thread, i core.Atom) val
	fill core.Atom // not nil: this scalar everywhere
}

// array is a *view or *lazy.
type array interface{ shape() []core.Atom }

func (v *view) shape() []core.Atom { return v.dims }
func (l *lazy) shape() []core.Atom { return l.dims }

// accum is an accumulator: an array, or several that are updated together, and the operator.
type accum struct {
	arrs []*view
	op   *core.Lambda
	has  *view // where there is something, nil for everywhere
}

// dense is the view of a whole block with the given dimensions.
func dense(e emitter, m *seg.Mem, dims []core.Atom) *view {
	v := &view{mem: m, dims: dims, strides: make([]core.Atom, len(dims)), dense: true}
	s := core.Atom(core.IntC(1))
	for i := len(dims) - 1; i >= 0; i-- {
		v.strides[i] = s
		if i > 0 {
			s = e.i64(prim.Mul, s, dims[i])
		}
	}
	return v
}

// at is the index of an element.
func (v *view) at(idx ...core.Atom) seg.Index {
	x := v.off
	for k, i := range idx {
		x = x.Plus(i, v.strides[k])
	}
	return x
}

// sub is the subarray at idx.
func (v *view) sub(idx ...core.Atom) *view {
	n := len(idx)
	return &view{mem: v.mem, off: v.at(idx...), dims: v.dims[n:], strides: v.strides[n:], dense: v.dense}
}

// slice takes a regular part; start and stride are checked before.
func (v *view) slice(e emitter, dims []core.DimSlice) *view {
	out := &view{mem: v.mem, off: v.off, dense: v.dense}
	for k, d := range dims {
		out.off = out.off.Plus(d.Start, v.strides[k])
		out.dims = append(out.dims, d.Count)
		out.strides = append(out.strides, e.i64(prim.Mul, v.strides[k], d.Stride))
		if c, ok := core.IntConst(d.Stride); !ok || c != 1 {
			out.dense = false
		}
		if k > 0 && d.Count != v.dims[k] { // a part of an inner dimension leaves gaps
			out.dense = false
		}
	}
	out.dims = append(out.dims, v.dims[len(dims):]...)
	out.strides = append(out.strides, v.strides[len(dims):]...)
	return out
}

func (v *view) rearrange(perm []int) *view {
	out := &view{mem: v.mem, off: v.off, dense: v.dense}
	for i, p := range perm {
		out.dims = append(out.dims, v.dims[p])
		out.strides = append(out.strides, v.strides[p])
		if i != p {
			out.dense = false
		}
	}
	out.dims = append(out.dims, v.dims[len(perm):]...)
	out.strides = append(out.strides, v.strides[len(perm):]...)
	return out
}

// reverse walks the outermost dimension backwards.
func (v *view) reverse(e emitter) *view {
	if v.flipped != nil {
		return v.flipped
	}
	last := e.i64(prim.Sub, v.dims[0], core.IntC(1))
	out := &view{mem: v.mem, off: v.off.Plus(last, v.strides[0]), dims: v.dims, flipped: v}
	out.strides = append([]core.Atom{e.i64(prim.Sub, core.IntC(0), v.strides[0])}, v.strides[1:]...)
	return out
}

// spread repeats a view along new outer dimensions.
func (v *view) spread(dims []core.Atom) *view {
	out := &view{mem: v.mem, off: v.off}
	for _, d := range dims {
		out.dims = append(out.dims, d)
		out.strides = append(out.strides, core.IntC(0))
	}
	out.dims = append(out.dims, v.dims...)
	out.strides = append(out.strides, v.strides...)
	return out
}

// samePlace reports whether two views of one shape are the same elements in the same order. Whole blocks are, whatever names their
// dimensions have.
func samePlace(v, w *view) bool {
	return v == w || v.mem == w.mem && (whole(v) && whole(w) || slices.Equal(v.off, w.off) && slices.Equal(wideStrides(v), wideStrides(w)))
}

// wideStrides are the strides of a view but for dimensions of one element.
func wideStrides(v *view) (out []core.Atom) {
	for k, s := range v.strides {
		if !core.IsInt(v.dims[k], 1) {
			out = append(out, s)
		}
	}
	return out
}

// writable reports whether different indices are different places, so that an update may write through it.
func (v *view) writable() bool {
	for _, s := range v.strides {
		if c, ok := core.IntConst(s); ok && c == 0 {
			return false
		}
	}
	return true
}

// renamed is a view whose first dimension has another name: as the number of elements is the same, so is this dimension, or there are
// no elements.
func (v *view) renamed(dims []core.Atom) *view {
	out := *v
	out.dims, out.flipped = dims, nil
	return &out
}

// alike is a view with other names for its dimensions, and with dimensions of one element more or less; nil if elements may have other
// indices. Dimensions that all were a and all are b are the same, as the number of elements is, or there are no elements.
func (v *view) alike(dims []core.Atom) *view {
	out := &view{mem: v.mem, off: v.off, dims: dims, strides: make([]core.Atom, len(dims))}
	var a, b core.Atom
	k, wide := 0, 0
	for j, n := range dims {
		if out.strides[j] = core.IntC(1); core.IsInt(n, 1) {
			continue
		}
		for k < len(v.dims) && core.IsInt(v.dims[k], 1) {
			k++
		}
		if k == len(v.dims) {
			return nil
		}
		if m := v.dims[k]; m != n {
			if a != nil && (a != m || b != n) {
				return nil
			}
			a, b = m, n
		}
		out.strides[j] = v.strides[k]
		out.dense = wide == 0 && core.IsInt(v.strides[k], 1)
		k, wide = k+1, wide+1
	}
	for ; k < len(v.dims); k++ {
		if !core.IsInt(v.dims[k], 1) {
			return nil
		}
	}
	return out
}

// reshaped gives a dense view new dimensions.
func (v *view) reshaped(e emitter, dims []core.Atom) *view {
	out := dense(e, v.mem, dims)
	out.off = v.off
	return out
}

// rearrange permutes the dimensions of an array that is the same everywhere.
func (l *lazy) rearrange(perm []int) *lazy {
	dims := make([]core.Atom, len(perm))
	for i, p := range perm {
		dims[i] = l.dims[p]
	}
	return constant(l.elem, dims, l.fill)
}

// constant is the array with x everywhere.
func constant(elem prim.Type, dims []core.Atom, x core.Atom) *lazy {
	l := &lazy{elem: elem, dims: dims, fill: x}
	l.row = func(*thread, core.Atom) val {
		if len(dims) == 1 {
			return x
		}
		return constant(elem, dims[1:], x)
	}
	return l
}
