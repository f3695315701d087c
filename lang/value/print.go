package value

import (
	"strconv"
	"strings"

	"raido/lang/prim"
)

// opaqueText stands for values that have no text form.
const opaqueText = "#<opaque>"

// Print is the value in Futhark's text format, on one line, with type suffixes. Floats have as many
// digits as it takes to read them back. What has no text form is "#<opaque>".
func Print(v Value) string {
	switch v := v.(type) {
	case Scalar:
		return v.String()
	case *Array:
		var b strings.Builder
		printArray(&b, v)
		return b.String()
	default: // no text form
	}
	return opaqueText
}

// Lines is the result of a program as the command line prints it: the components of a tuple in order,
// recursively, each a line of its own; the unit value has none.
func Lines(v Value) []string {
	r, ok := v.(*Record)
	if !ok || len(r.Shape) > 0 || !r.IsTuple() {
		return []string{Print(v)}
	}
	var out []string
	for _, f := range r.Fields {
		out = append(out, Lines(f)...)
	}
	return out
}

// IsTuple reports whether the fields are named 0, 1, ... in order.
func (r *Record) IsTuple() bool {
	for i, n := range r.Names {
		if n != strconv.Itoa(i) {
			return false
		}
	}
	return len(r.Names) != 1
}

func printArray(b *strings.Builder, a *Array) {
	if a.Size() == 0 {
		b.WriteString("empty(")
		for _, d := range a.Shape {
			b.WriteByte('[')
			b.WriteString(strconv.FormatInt(d, 10))
			b.WriteByte(']')
		}
		b.WriteString(a.Elem.String())
		b.WriteByte(')')
		return
	}
	i := int64(0)
	printRows(b, a, 0, &i)
}

func printRows(b *strings.Builder, a *Array, depth int, i *int64) {
	if depth == len(a.Shape) {
		b.WriteString(a.At(*i).String())
		*i++
		return
	}
	b.WriteByte('[')
	for k := range a.Shape[depth] {
		if k > 0 {
			b.WriteString(", ")
		}
		printRows(b, a, depth+1, i)
	}
	b.WriteByte(']')
}

// At is element i in row-major order.
func (a *Array) At(i int64) prim.Scalar {
	switch a.Elem {
	case prim.I8:
		return prim.Int(a.Elem, int64(Of[int8](a)[i]))
	case prim.U8:
		return prim.Int(a.Elem, int64(a.Data[i]))
	case prim.Bool:
		return prim.BoolOf(a.Data[i] != 0)
	case prim.I16:
		return prim.Int(a.Elem, int64(Of[int16](a)[i]))
	case prim.U16:
		return prim.Int(a.Elem, int64(Of[uint16](a)[i]))
	case prim.I32:
		return prim.Int(a.Elem, int64(Of[int32](a)[i]))
	case prim.U32:
		return prim.Int(a.Elem, int64(Of[uint32](a)[i]))
	case prim.I64, prim.U64:
		return prim.Int(a.Elem, Of[int64](a)[i])
	case prim.F16:
		return prim.Float(a.Elem, prim.HalfValue(Of[uint16](a)[i]))
	case prim.F32:
		return prim.Float(a.Elem, float64(Of[float32](a)[i]))
	}
	return prim.Float(a.Elem, Of[float64](a)[i])
}

// appendElem appends a scalar in the representation of an element.
func appendElem(data []byte, s prim.Scalar) []byte {
	bits := s.Bits
	if s.Type.IsFloat() {
		bits = prim.FloatBits(s.Type, s.Float64())
	}
	for range s.Type.Size() {
		data = append(data, byte(bits))
		bits >>= 8
	}
	return data
}
