package display

import (
	"strconv"
	"strings"

	"raido/lang/value"
)

// Value shows a value. typ is its type in Futhark's notation; where it is empty, the type is made from
// the value.
func Value(v value.Value, typ string) Bundle {
	if typ == "" {
		typ = TypeOf(v)
	}
	b := Text(text(v, typ))
	if h := htmlOf(v, typ); h != "" {
		b.Data[MIMEHTML] = h
	}
	if l := latex(v); l != "" {
		b.Data[MIMELaTeX] = "$" + l + "$"
	}
	return b
}

// TypeOf is the type of a value as far as the value tells it, with exact sizes.
func TypeOf(v value.Value) string {
	switch v := v.(type) {
	case value.Scalar:
		return v.Type.String()
	case *value.Array:
		return dims(v.Shape) + v.Elem.String()
	case *value.Record:
		return dims(v.Shape) + recordType(v)
	case *value.Sum:
		parts := []string{"#" + v.Constr}
		for _, a := range v.Args {
			parts = append(parts, TypeOf(a))
		}
		return strings.Join(parts, " ")
	case *value.Opaque:
		return v.Desc
	}
	return "?"
}

func recordType(r *value.Record) string {
	tuple := isTuple(r)
	var parts []string
	for i, f := range r.Fields {
		t := strings.TrimPrefix(TypeOf(f), dims(r.Shape))
		if !tuple {
			t = r.Names[i] + ": " + t
		}
		parts = append(parts, t)
	}
	if tuple {
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// isTuple tells whether the fields are named "0", "1", ...; the unit value is the empty tuple.
func isTuple(r *value.Record) bool {
	for i, n := range r.Names {
		if n != strconv.Itoa(i) {
			return false
		}
	}
	return len(r.Names) != 1
}

func dims(shape []int64) string {
	var b strings.Builder
	for _, d := range shape {
		b.WriteString("[" + strconv.FormatInt(d, 10) + "]")
	}
	return b.String()
}

// element is element i of the outermost dimension of an array or an array of records.
func element(v value.Value, i int64) value.Value {
	switch v := v.(type) {
	case *value.Array:
		if len(v.Shape) == 1 {
			return value.Scalar{Scalar: at(v, i)}
		}
		inner := &value.Array{Elem: v.Elem, Shape: v.Shape[1:]}
		n := inner.Size() * int64(v.Elem.Size())
		inner.Data = v.Data[i*n : (i+1)*n]
		return inner
	case *value.Record:
		out := &value.Record{Shape: v.Shape[1:], Names: v.Names}
		for _, f := range v.Fields {
			out.Fields = append(out.Fields, element(f, i))
		}
		return out
	}
	return v
}

// outer is the shape that can be indexed with element.
func outer(v value.Value) []int64 {
	switch v := v.(type) {
	case *value.Array:
		return v.Shape
	case *value.Record:
		return v.Shape
	}
	return nil
}

// product is the number of elements of a shape.
func product(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	return n
}
