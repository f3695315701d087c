package dual

import (
	"math/bits"

	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
)

// val is a scalar (a == nil) or an array. An accumulator is the array it writes to.
type val struct {
	n num
	a *array
}

// array has its elements in row-major order. Rows share them with the array.
type array struct {
	shape []int64
	data  []num
}

func newArray(shape []int64) *array { return &array{shape, make([]num, product(shape))} }

// product is the number of elements, or -1 if it is no number.
func product(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		hi, lo := bits.Mul64(uint64(n), uint64(d))
		if n = int64(lo); hi != 0 || n < 0 {
			return -1
		}
	}
	return n
}

func (v val) int() int64 { return int64(v.n.bits) }

func (v val) size() int {
	if v.a == nil {
		return 1
	}
	return len(v.a.data)
}

func (v val) dims() []int64 {
	if v.a == nil {
		return nil
	}
	return v.a.shape
}

// at is number i in row-major order.
func (v val) at(i int) num {
	if v.a == nil {
		return v.n
	}
	return v.a.data[i]
}

func (v val) each(f func(i int, x num)) {
	for i := range v.size() {
		f(i, v.at(i))
	}
}

// mapped is a fresh value with f of each number.
func (v val) mapped(f func(i int, x num) num) val {
	if v.a == nil {
		return val{n: f(0, v.n)}
	}
	out := newArray(v.a.shape)
	for i, x := range v.a.data {
		out.data[i] = f(i, x)
	}
	return val{a: out}
}

// fresh is a value that shares nothing with v.
func (v val) fresh() val {
	if v.a == nil {
		return v
	}
	return val{a: &array{v.a.shape, append([]num{}, v.a.data...)}}
}

// numbers are all numbers of a value.
func (v val) numbers() []num {
	if v.a == nil {
		return []num{v.n}
	}
	return v.a.data
}

// row is element i of the outermost dimension; it shares the array's elements.
func (a *array) row(i int64) val {
	if len(a.shape) == 1 {
		return val{n: a.data[i]}
	}
	k := product(a.shape[1:])
	return val{a: &array{a.shape[1:], a.data[i*k : (i+1)*k]}}
}

// set replaces row i.
func (a *array) set(i int64, v val) {
	k := int64(v.size())
	copy(a.data[i*k:], v.numbers())
}

// stack makes an array of rows of the given shape.
func stack(rows []val, shape []int64) val {
	out := newArray(append([]int64{int64(len(rows))}, shape...))
	for i, r := range rows {
		out.set(int64(i), r)
	}
	return val{a: out}
}

// fromHost and toHost convert between values of depth 0 and host values.
func fromHost(v value.Value) (val, bool) {
	switch v := v.(type) {
	case value.Scalar:
		return val{n: plain(v.Scalar)}, true
	case *value.Array:
		a := newArray(v.Shape)
		for i := range a.data {
			a.data[i] = plain(v.At(int64(i)))
		}
		return val{a: a}, true
	default: // records, sums and opaque values do not reach core
	}
	return val{}, false
}

func toHost(v val, t core.Type) value.Value {
	if v.a == nil {
		return value.Scalar{Scalar: prim.Scalar{Type: t.Elem, Bits: v.n.bits}}
	}
	elems := make([]prim.Scalar, len(v.a.data))
	for i, x := range v.a.data {
		elems[i] = prim.Scalar{Type: t.Elem, Bits: x.bits}
	}
	return value.FromScalars(t.Elem, v.a.shape, elems)
}
