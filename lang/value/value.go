package value

import (
	"unsafe"

	"raido/lang/prim"
)

// Value is a value as a user sees it.
//
//sumtype:decl
type Value interface{ value() }

type (
	// Scalar is a primitive value.
	Scalar struct{ prim.Scalar }

	// Array is a regular array of primitive elements: row-major, native byte order, bool as a byte of
	// 0 or 1, f16 as IEEE half bits. len(Data) == product(Shape) * Elem.Size().
	Array struct {
		Elem  prim.Type
		Shape []int64
		Data  []byte
	}

	// Record is a record or tuple (field names "0", "1", ...), or with Rank > 0 an array of them kept as
	// one array for each leaf, all with the same Shape in front.
	Record struct {
		Shape  []int64 // outer dimensions; empty for a plain record
		Names  []string
		Fields []Value
	}

	// Sum is a value of a sum type; Constr and Args describe it.
	Sum struct {
		Constr string
		Args   []Value
	}

	// Sums is an array of values of a sum type, kept as one array for each leaf, all with the same Shape in
	// front: the Tags (i8, i16 or i32), which are indices of Constrs, and the payloads of each constructor. Where an
	// element has another constructor, a payload means nothing.
	Sums struct {
		Shape   []int64
		Constrs []string
		Tags    *Array
		Args    [][]Value
	}

	// Opaque has no presentation; Desc is its type.
	Opaque struct{ Desc string }
)

func (Scalar) value()  {}
func (*Array) value()  {}
func (*Record) value() {}
func (*Sum) value()    {}
func (*Sums) value()   {}
func (*Opaque) value() {}

// Size is the number of elements.
func (a *Array) Size() int64 {
	n := int64(1)
	for _, d := range a.Shape {
		n *= d
	}
	return n
}

// NewArray makes an array of zeros.
func NewArray(elem prim.Type, shape ...int64) *Array {
	a := &Array{Elem: elem, Shape: shape}
	a.Data = make([]byte, a.Size()*int64(elem.Size()))
	return a
}

// ElemAt is the element at index i of the outermost dimension of an array value; nil if v is none. It shares memory
// with v.
func ElemAt(v Value, i int64) Value {
	switch v := v.(type) {
	case *Array:
		if len(v.Shape) == 1 {
			return Scalar{v.At(i)}
		}
		row := int64(v.Elem.Size())
		for _, d := range v.Shape[1:] {
			row *= d
		}
		return &Array{Elem: v.Elem, Shape: v.Shape[1:], Data: v.Data[i*row : (i+1)*row]}
	case *Record:
		if len(v.Shape) == 0 {
			return nil
		}
		return &Record{Shape: v.Shape[1:], Names: v.Names, Fields: elemsAt(v.Fields, i)}
	case *Sums:
		if len(v.Shape) > 1 {
			out := &Sums{Shape: v.Shape[1:], Constrs: v.Constrs, Tags: ElemAt(v.Tags, i).(*Array)}
			for _, as := range v.Args {
				out.Args = append(out.Args, elemsAt(as, i))
			}
			return out
		}
		k := v.Tags.At(i).Int64()
		return &Sum{Constr: v.Constrs[k], Args: elemsAt(v.Args[k], i)}
	default: // no elements
	}
	return nil
}

func elemsAt(vs []Value, i int64) []Value {
	var out []Value
	for _, v := range vs {
		out = append(out, ElemAt(v, i))
	}
	return out
}

// Elem is a Go type that holds an element in memory; f16 is uint16 bits.
type Elem interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64 | ~bool
}

// Of views the array's data as a slice of T, which must have the size of the element type. The slice
// shares memory with the array.
func Of[T Elem](a *Array) []T {
	if len(a.Data) == 0 {
		return nil
	}
	var t T
	return unsafe.Slice((*T)(unsafe.Pointer(&a.Data[0])), len(a.Data)/int(unsafe.Sizeof(t)))
}

// FromSlice makes a rank-1 array of element type elem that shares memory with xs.
func FromSlice[T Elem](elem prim.Type, xs []T) *Array {
	a := &Array{Elem: elem, Shape: []int64{int64(len(xs))}}
	if len(xs) > 0 {
		a.Data = unsafe.Slice((*byte)(unsafe.Pointer(&xs[0])), len(xs)*elem.Size())
	}
	return a
}

// FromScalars makes an array of the given shape from its elements in row-major order, or with an empty
// shape the scalar. All elements have type elem.
func FromScalars(elem prim.Type, shape []int64, elems []prim.Scalar) Value {
	if len(shape) == 0 {
		return Scalar{elems[0]}
	}
	a := &Array{Elem: elem, Shape: shape, Data: make([]byte, 0, len(elems)*elem.Size())}
	for _, e := range elems {
		a.Data = appendElem(a.Data, e)
	}
	return a
}
