package value

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"raido/lang/prim"
)

// The binary format: 'b', version, rank, four characters of type, sizes as little-endian u64, elements
// little-endian in row-major order. Raido runs on little-endian machines only, so that elements in
// memory are elements in the format.
const (
	binaryMark    = 'b'
	binaryVersion = 2
)

// AppendBinary appends the value in the binary format, which only scalars and arrays have.
func AppendBinary(dst []byte, v Value) ([]byte, error) {
	switch v := v.(type) {
	case Scalar:
		return appendElem(header(dst, v.Type, nil), v.Scalar), nil
	case *Array:
		if len(v.Shape) > math.MaxUint8 {
			return dst, fmt.Errorf("the binary format has no arrays of rank %d", len(v.Shape))
		}
		return append(header(dst, v.Elem, v.Shape), v.Data...), nil
	default: // no binary form
	}
	return dst, fmt.Errorf("%T has no binary form", v)
}

// WriteBinary writes the value in the binary format.
func WriteBinary(w io.Writer, v Value) error {
	data, err := AppendBinary(nil, v)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

func header(dst []byte, t prim.Type, shape []int64) []byte {
	dst = append(dst, binaryMark, binaryVersion, byte(len(shape)))
	dst = fmt.Appendf(dst, "%4s", t)
	for _, d := range shape {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(d))
	}
	return dst
}

// binary reads a value in the binary format, whose mark has been seen.
func (r *Reader) binary() (Value, error) {
	rest := r.data[r.pos:]
	switch {
	case len(rest) < 7:
		return nil, r.errf("the input ends within the header of a binary value")
	case rest[1] != binaryVersion:
		return nil, r.errf("binary format of version %d, expected %d", rest[1], binaryVersion)
	}
	rank, name := int(rest[2]), string(rest[3:7])
	t, ok := binaryType(name)
	if !ok {
		return nil, r.errf("unknown element type %q of a binary value", name)
	}
	rest = rest[7:]
	if len(rest) < 8*rank {
		return nil, r.errf("the input ends within the header of a binary value")
	}
	a := &Array{Elem: t, Shape: make([]int64, rank)}
	for i := range a.Shape {
		a.Shape[i] = int64(binary.LittleEndian.Uint64(rest[8*i:]))
	}
	rest = rest[8*rank:]
	size, ok := byteSize(a.Shape, t)
	if !ok || size > int64(len(rest)) {
		return nil, r.errf("a binary value of shape %v needs more bytes than the %d that follow", a.Shape, len(rest))
	}
	a.Data = append(make([]byte, 0, size), rest[:size]...)
	r.pos += 7 + 8*rank + int(size)
	if t == prim.Bool {
		for i, b := range a.Data {
			if b > 1 {
				a.Data[i] = 1
			}
		}
	}
	if rank == 0 {
		return Scalar{a.At(0)}, nil
	}
	return a, nil
}

func binaryType(name string) (prim.Type, bool) {
	for _, t := range prim.Types {
		if fmt.Sprintf("%4s", t) == name {
			return t, true
		}
	}
	return prim.Invalid, false
}

// byteSize is the size of an array; it reports whether the shape is possible.
func byteSize(shape []int64, t prim.Type) (int64, bool) {
	size := int64(t.Size())
	empty := false
	for _, d := range shape {
		if d < 0 {
			return 0, false
		}
		empty = empty || d == 0
	}
	if empty {
		return 0, true
	}
	for _, d := range shape {
		if d > math.MaxInt64/size {
			return 0, false
		}
		size *= d
	}
	return size, true
}
