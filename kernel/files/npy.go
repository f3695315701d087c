package files

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// NumPy's format: a magic word, a version, the length of the header, the header (a Python dictionary of descr, fortran_order
// and shape), the elements. It is read here and not by a library, because those that there are trust the header.

const npyMagic = "\x93NUMPY"

var npyTypes = map[string]prim.Type{
	"b1": prim.Bool, "i1": prim.I8, "i2": prim.I16, "i4": prim.I32, "i8": prim.I64,
	"u1": prim.U8, "u2": prim.U16, "u4": prim.U32, "u8": prim.U64, "f2": prim.F16, "f4": prim.F32, "f8": prim.F64,
}

func readNpy(data []byte, as *Type) (value.Value, error) {
	header, body, err := npyParts(data)
	if err != nil {
		return nil, err
	}
	descr, err := npyField(header, "descr")
	if err != nil {
		return nil, err
	}
	elem, swapped, err := npyType(descr)
	if err != nil {
		return nil, err
	}
	shape, err := npyShape(header)
	if err != nil {
		return nil, err
	}
	size, ok := bytesOf(shape, elem)
	if !ok || size > len(body) {
		return nil, fmt.Errorf("the header says that the shape is %v of %s, and only %d bytes follow", shape, elem, len(body))
	}
	a := &value.Array{Elem: elem, Shape: shape, Data: slices.Clone(body[:size])}
	if swapped {
		for at := 0; at < size; at += elem.Size() {
			slices.Reverse(a.Data[at : at+elem.Size()])
		}
	}
	if elem == prim.Bool {
		for i, b := range a.Data {
			a.Data[i] = min(b, 1)
		}
	}
	order, err := npyField(header, "fortran_order")
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(order, "True") {
		a = rowMajor(a)
	}
	if len(shape) == 0 {
		return as.convert(value.Scalar{Scalar: a.At(0)})
	}
	return as.convert(a)
}

// npyParts takes a file apart into the text of its header and the elements.
func npyParts(data []byte) (header string, body []byte, err error) {
	if len(data) < 10 || string(data[:6]) != npyMagic {
		return "", nil, errors.New("it does not begin as a .npy file does")
	}
	n, at := uint64(binary.LittleEndian.Uint16(data[8:])), uint64(10)
	if data[6] >= 2 {
		if len(data) < 12 {
			return "", nil, errors.New("it ends within its header")
		}
		n, at = uint64(binary.LittleEndian.Uint32(data[8:])), 12
	}
	if data[6] < 1 || data[6] > 3 {
		return "", nil, fmt.Errorf("it is of version %d of the format, which is not known", data[6])
	}
	if at+n > uint64(len(data)) {
		return "", nil, errors.New("it ends within its header")
	}
	return string(data[at : at+n]), data[at+n:], nil
}

// npyField is what follows a key of the header.
func npyField(header, key string) (string, error) {
	for _, quote := range []string{"'", `"`} {
		if _, rest, ok := strings.Cut(header, quote+key+quote); ok {
			rest = strings.TrimLeft(rest, " \t")
			if strings.HasPrefix(rest, ":") {
				return strings.TrimLeft(rest[1:], " \t"), nil
			}
		}
	}
	return "", fmt.Errorf("its header says no %s", key)
}

// npyType is the element type of a descr: '<f8', and whether its bytes are in the other order.
func npyType(descr string) (prim.Type, bool, error) {
	text := descr
	if len(text) > 0 && (text[0] == '\'' || text[0] == '"') {
		end := strings.IndexByte(text[1:], text[0])
		if end >= 0 {
			text = text[1 : 1+end]
			order := byte('|')
			if text != "" && strings.IndexByte("<>|=", text[0]) >= 0 {
				order, text = text[0], text[1:]
			}
			if t, ok := npyTypes[text]; ok {
				return t, order == '>' && t.Size() > 1, nil
			}
			if text != "" && strings.IndexByte("US", text[0]) >= 0 {
				return prim.Invalid, false, errors.New("its elements are texts, which Futhark has not")
			}
			if text != "" && text[0] == 'c' {
				return prim.Invalid, false, errors.New("its elements are complex numbers; save real and imaginary parts as two arrays")
			}
			return prim.Invalid, false, fmt.Errorf("its elements are of the type %q, which Futhark has not", clip(text))
		}
	}
	return prim.Invalid, false, errors.New("its elements are records or objects; save each field as an array of its own")
}

func clip(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "..."
	}
	return s
}

// maxRank is the largest number of dimensions that NumPy has.
const maxRank = 64

func npyShape(header string) ([]int64, error) {
	text, err := npyField(header, "shape")
	if err != nil {
		return nil, err
	}
	end := strings.IndexByte(text, ')')
	if end < 0 || text[0] != '(' {
		return nil, errors.New("its header says no shape")
	}
	shape := []int64{}
	for _, word := range strings.Split(text[1:end], ",") {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSuffix(word, "L"), 10, 64)
		if err != nil || n < 0 || len(shape) == maxRank {
			return nil, fmt.Errorf("its header says the shape (%s)", clip(text[1:end]))
		}
		shape = append(shape, n)
	}
	return shape, nil
}

// bytesOf is the size of an array, if there can be one of that shape.
func bytesOf(shape []int64, t prim.Type) (int, bool) {
	size := int64(t.Size())
	if slices.Contains(shape, 0) {
		return 0, true
	}
	for _, d := range shape {
		if d > math.MaxInt64/size {
			return 0, false
		}
		size *= d
	}
	return int(size), true
}

// rowMajor turns an array whose elements stand in Fortran's order, the first index fastest.
func rowMajor(a *value.Array) *value.Array {
	out := value.NewArray(a.Elem, a.Shape...)
	size := int64(a.Elem.Size())
	step := make([]int64, len(a.Shape))
	at := int64(1)
	for i, d := range a.Shape {
		step[i] = at
		at *= max(d, 1)
	}
	index := make([]int64, len(a.Shape))
	for i := range a.Size() {
		diag.Poll()
		from := int64(0)
		for k, x := range index {
			from += x * step[k]
		}
		copy(out.Data[i*size:], a.Data[from*size:(from+1)*size])
		for k := len(index) - 1; k >= 0; k-- {
			if index[k]++; index[k] < a.Shape[k] {
				break
			}
			index[k] = 0
		}
	}
	return out
}

func writeNpy(v value.Value) ([]byte, error) {
	var elem prim.Type
	var shape []int64
	var body []byte
	switch v := v.(type) {
	case value.Scalar:
		a := value.NewArray(v.Type)
		set(a, 0, v.Scalar)
		elem, body = v.Type, a.Data
	case *value.Array:
		elem, shape, body = v.Elem, v.Shape, v.Data
	default:
		return nil, errors.New("a .npy file holds one array of numbers; a record or tuple goes to .csv, .txt or .bin, or field by field")
	}
	descr := ""
	for name, t := range npyTypes {
		if t == elem {
			descr = "<" + name
		}
	}
	if elem.Size() == 1 {
		descr = "|" + descr[1:]
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{'descr': '%s', 'fortran_order': False, 'shape': (", descr)
	for _, d := range shape {
		fmt.Fprintf(&b, "%d, ", d)
	}
	text := strings.TrimSuffix(b.String(), " ")
	if len(shape) > 1 {
		text = strings.TrimSuffix(text, ",")
	}
	text += "), }"
	const front = len(npyMagic) + 4
	text += strings.Repeat(" ", 63-(front+len(text))%64) + "\n"
	out := append([]byte(npyMagic), 1, 0)
	out = binary.LittleEndian.AppendUint16(out, uint16(len(text)))
	return append(append(out, text...), body...), nil
}
