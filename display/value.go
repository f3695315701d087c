package display

import (
	"strconv"
	"strings"

	"raido/lang/prim"
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
	case *value.Sums:
		return dims(v.Shape) + sumType(v)
	case *value.Opaque:
		return v.Desc
	}
	return "?"
}

// ArrayType prints a shape and an element type as Futhark's type: [3][4]f64.
func ArrayType(shape []int64, elem prim.Type) string { return dims(shape) + elem.String() }

// sumType is the type of the elements of an array of sums.
func sumType(s *value.Sums) string {
	var parts []string
	for i, name := range s.Constrs {
		part := "#" + name
		for _, a := range s.Args[i] {
			part += " " + strings.TrimPrefix(TypeOf(a), dims(s.Shape))
		}
		parts = append(parts, part)
	}
	return "(" + strings.Join(parts, " | ") + ")"
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

// isTuple reports whether the fields are named "0", "1", ...; the unit value is the empty tuple.
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

// element is element i of the outermost dimension of an array; any other value is itself.
func element(v value.Value, i int64) value.Value {
	if e := value.ElemAt(v, i); e != nil {
		return e
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
	case *value.Sums:
		return v.Shape
	default: // has no elements
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
