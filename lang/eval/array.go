package eval

import (
	"math"
	"unsafe"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// buffer holds elements in the representation of value.Array.
type buffer struct {
	p      unsafe.Pointer
	data   []byte
	elem   prim.Type
	shared bool // belongs to the caller: never written
}

// dim is the size of a dimension and the distance of its elements.
type dim struct{ n, stride int64 }

// array is a view of a buffer. Its dims are never modified.
type array struct {
	buf  *buffer
	off  int64
	dims []dim
}

func newBuffer(elem prim.Type, data []byte) *buffer {
	return &buffer{p: unsafe.Pointer(unsafe.SliceData(data)), data: data, elem: elem}
}

// rowMajor gives sizes their strides.
func rowMajor(dims []dim) []dim {
	stride := int64(1)
	for i := len(dims) - 1; i >= 0; i-- {
		dims[i].stride = stride
		stride *= max(dims[i].n, 1)
	}
	return dims
}

// newArray allocates an array of zeros; it takes over dims, whose strides it sets.
func (m *machine) newArray(src diag.Span, elem prim.Type, dims []dim) array {
	buf := m.alloc(src, elem, dims)
	return array{buf, 0, rowMajor(dims)}
}

// size is the number of elements.
func (a *array) size() int64 { return product(a.dims) }

func product(dims []dim) int64 {
	n := int64(1)
	for _, d := range dims {
		n *= d.n
	}
	return n
}

// row is a[i], not checked.
func (a *array) row(i int64) array { return array{a.buf, a.off + i*a.dims[0].stride, a.dims[1:]} }

// contiguous reports whether the elements stand one after the other in row-major order.
func (a *array) contiguous() bool {
	stride := int64(1)
	for i := len(a.dims) - 1; i >= 0; i-- {
		if d := a.dims[i]; d.n != 1 {
			if d.stride != stride && d.n != 0 {
				return false
			}
			stride *= d.n
		}
	}
	return true
}

// load is the element at position i of the buffer, as the Bits of a prim.Scalar.
func (b *buffer) load(i int64) uint64 {
	switch b.elem {
	case prim.F64, prim.I64, prim.U64:
		return *(*uint64)(unsafe.Add(b.p, i*8))
	case prim.F32:
		return math.Float64bits(float64(*(*float32)(unsafe.Add(b.p, i*4))))
	case prim.I32:
		return uint64(*(*int32)(unsafe.Add(b.p, i*4)))
	case prim.U32:
		return uint64(*(*uint32)(unsafe.Add(b.p, i*4)))
	case prim.U8, prim.Bool:
		return uint64(*(*uint8)(unsafe.Add(b.p, i)))
	case prim.I8:
		return uint64(*(*int8)(unsafe.Add(b.p, i)))
	case prim.I16:
		return uint64(*(*int16)(unsafe.Add(b.p, i*2)))
	case prim.F16:
		return math.Float64bits(prim.HalfValue(*(*uint16)(unsafe.Add(b.p, i*2))))
	}
	return uint64(*(*uint16)(unsafe.Add(b.p, i*2)))
}

// store writes the element at position i of the buffer.
func (b *buffer) store(i int64, v uint64) {
	switch b.elem {
	case prim.F64, prim.I64, prim.U64:
		*(*uint64)(unsafe.Add(b.p, i*8)) = v
	case prim.F32:
		*(*float32)(unsafe.Add(b.p, i*4)) = float32(math.Float64frombits(v))
	case prim.I32, prim.U32:
		*(*uint32)(unsafe.Add(b.p, i*4)) = uint32(v)
	case prim.I8, prim.U8, prim.Bool:
		*(*uint8)(unsafe.Add(b.p, i)) = uint8(v)
	case prim.F16:
		*(*uint16)(unsafe.Add(b.p, i*2)) = prim.HalfBits(math.Float64frombits(v))
	default:
		*(*uint16)(unsafe.Add(b.p, i*2)) = uint16(v)
	}
}

// write copies the elements of src to the places of dst, which has the same shape. The two may not
// overlap, unless they are the same view.
func (m *machine) write(at diag.Span, dst, src array) {
	if dst.buf == src.buf && dst.off == src.off {
		return // core writes a part over itself only whole
	}
	n := src.size()
	m.n.Reads += n
	m.n.Writes += n
	if n == 0 {
		return
	}
	m.copyElems(at, dst, src)
}

// blockBytes bounds what is copied between two looks at the interrupt flag.
const blockBytes = 4 << 20

func (m *machine) copyElems(at diag.Span, dst, src array) {
	size := int64(src.buf.elem.Size())
	if n := src.size(); n*size <= blockBytes || len(src.dims) <= 1 {
		if dst.contiguous() && src.contiguous() {
			m.spend(n * size / bulk)
			copy(dst.buf.data[dst.off*size:(dst.off+n)*size], src.buf.data[src.off*size:(src.off+n)*size])
			return
		}
	}
	if len(src.dims) > 1 {
		for i := range src.dims[0].n {
			m.tick(at)
			m.copyElems(at, dst.row(i), src.row(i))
		}
		return
	}
	if len(src.dims) == 0 {
		dst.buf.store(dst.off, src.buf.load(src.off))
		return
	}
	const block = 1 << 20
	m.spend(src.dims[0].n * size / bulk)
	if src.dims[0].n <= block {
		copyStrided(dst, src, size)
		return
	}
	for done := int64(0); done < src.dims[0].n; done += block {
		m.tick(at)
		n := min(block, src.dims[0].n-done)
		copyStrided(dst.some(done, n), src.some(done, n), size)
	}
}

// copyStrided copies one dimension.
func copyStrided(dst, src array, size int64) {
	n, ds, ss := src.dims[0].n, dst.dims[0].stride, src.dims[0].stride
	switch size {
	case 8:
		strided[uint64](dst, src, n, ds, ss)
	case 4:
		strided[uint32](dst, src, n, ds, ss)
	case 2:
		strided[uint16](dst, src, n, ds, ss)
	default:
		strided[uint8](dst, src, n, ds, ss)
	}
}

func strided[T uint8 | uint16 | uint32 | uint64](dst, src array, n, ds, ss int64) {
	size := int64(unsafe.Sizeof(T(0)))
	d, s := dst.off*size, src.off*size
	for range n {
		*(*T)(unsafe.Add(dst.buf.p, d)) = *(*T)(unsafe.Add(src.buf.p, s))
		d += ds * size
		s += ss * size
	}
}

// fresh is a copy in a buffer of its own.
func (m *machine) fresh(src diag.Span, a array) array {
	dims := make([]dim, len(a.dims))
	copy(dims, a.dims)
	out := m.newArray(src, a.buf.elem, dims)
	m.write(src, out, a)
	return out
}

// own is an array that may be written: itself, or a copy if it belongs to the caller.
func (m *machine) own(src diag.Span, a array) array {
	if a.buf.shared {
		return m.fresh(src, a)
	}
	return a
}

// unshared is a, or a copy of it if it shares its buffer with dst, which is about to be written.
func (m *machine) unshared(src diag.Span, a, dst array) array {
	if a.buf == dst.buf {
		return m.fresh(src, a)
	}
	return a
}

// hostArray is a view of a caller's array.
func (m *machine) hostArray(v *value.Array) array {
	buf := newBuffer(v.Elem, v.Data)
	buf.shared = true
	return array{buf, 0, rowMajor(dimsOf(v.Shape))}
}

func dimsOf(shape []int64) []dim {
	dims := make([]dim, len(shape))
	for i, n := range shape {
		dims[i].n = n
	}
	return dims
}

// hostValue is an array for the caller, which shares nothing with its arguments.
func (m *machine) hostValue(a array) value.Value {
	if a.buf.shared || !a.contiguous() || a.size()*int64(a.buf.elem.Size()) != int64(len(a.buf.data)) {
		a = m.fresh(diag.Span{}, a)
	}
	out := &value.Array{Elem: a.buf.elem, Shape: make([]int64, len(a.dims)), Data: a.buf.data}
	for i, d := range a.dims {
		out.Shape[i] = d.n
	}
	return out
}
