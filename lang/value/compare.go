package value

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"raido/lang/prim"
)

// Tolerance is Futhark's default for Compare.
const Tolerance = 0.002

// Compare tells how got differs from want, or gives nil. Types and shapes must be the same. Floats may
// differ by tol relative to want, or absolutely where that is more; nan equals nan. Tolerance 0 asks for
// equal numbers.
func Compare(want, got Value, tol float64) error {
	switch w := want.(type) {
	case Scalar:
		g, ok := got.(Scalar)
		if !ok || g.Type != w.Type {
			return fmt.Errorf("expected a %s, got %s", w.Type, describe(got))
		}
		if !near(w.Scalar, g.Scalar, tol) {
			return fmt.Errorf("expected %s, got %s", w, g)
		}
		return nil
	case *Array:
		g, ok := got.(*Array)
		if !ok || describe(g) != describe(w) {
			return fmt.Errorf("expected %s, got %s", describe(want), describe(got))
		}
		return compareArrays(w, g, tol)
	case *Record:
		return compareRecords(w, got, tol)
	case *Sum:
		g, ok := got.(*Sum)
		if !ok || g.Constr != w.Constr || len(g.Args) != len(w.Args) {
			return fmt.Errorf("expected #%s, got %s", w.Constr, describe(got))
		}
		return compareAll(w.Args, g.Args, nil, tol)
	case *Sums:
		g, ok := got.(*Sums)
		if !ok || fmt.Sprint(g.Constrs, g.Shape) != fmt.Sprint(w.Constrs, w.Shape) {
			return fmt.Errorf("expected %s, got %s", describe(w), describe(got))
		}
		for i := range w.Shape[0] {
			if err := Compare(ElemAt(w, i), ElemAt(g, i), tol); err != nil {
				return fmt.Errorf("element [%d]: %w", i, err)
			}
		}
		return nil
	default: // opaque values cannot be compared
	}
	return fmt.Errorf("%s cannot be compared", describe(want))
}

func compareArrays(w, g *Array, tol float64) error {
	if bytes.Equal(w.Data, g.Data) {
		return nil
	}
	for i := range w.Size() {
		if x, y := w.At(i), g.At(i); !near(x, y, tol) {
			return fmt.Errorf("element %v: expected %s, got %s", indexOf(w.Shape, i), x, y)
		}
	}
	return nil
}

func compareRecords(w *Record, got Value, tol float64) error {
	g, ok := got.(*Record)
	if !ok || fmt.Sprint(g.Names, g.Shape) != fmt.Sprint(w.Names, w.Shape) {
		return fmt.Errorf("expected %s, got %s", describe(w), describe(got))
	}
	return compareAll(w.Fields, g.Fields, w.Names, tol)
}

func compareAll(want, got []Value, names []string, tol float64) error {
	for i := range want {
		if err := Compare(want[i], got[i], tol); err != nil {
			if names != nil {
				return fmt.Errorf("field %s: %w", names[i], err)
			}
			return fmt.Errorf("component %d: %w", i, err)
		}
	}
	return nil
}

// Equal reports whether two values are the same; nan equals nan, and 0 equals -0.
func Equal(a, b Value) bool { return Compare(a, b, 0) == nil }

func near(want, got prim.Scalar, tol float64) bool {
	if !want.Type.IsFloat() {
		return want.Bits == got.Bits
	}
	w, g := want.Float64(), got.Float64()
	switch {
	case w == g || w != w && g != g:
		return true
	case math.IsInf(w, 0) || math.IsInf(g, 0):
		return false
	}
	return math.Abs(w-g) <= tol*max(1, math.Abs(w))
}

// indexOf is the index of element i in row-major order.
func indexOf(shape []int64, i int64) []int64 {
	out := make([]int64, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		out[k] = i % shape[k]
		i /= shape[k]
	}
	return out
}

// describe is the type of a value.
func describe(v Value) string {
	switch v := v.(type) {
	case Scalar:
		return v.Type.String()
	case *Array:
		s := ""
		for _, d := range v.Shape {
			s += fmt.Sprintf("[%d]", d)
		}
		return s + v.Elem.String()
	case *Record:
		return fmt.Sprintf("a record of fields %v", v.Names)
	case *Sum:
		return "#" + v.Constr
	case *Sums:
		return fmt.Sprintf("an array of the shape %v of #%s", v.Shape, strings.Join(v.Constrs, " | #"))
	case *Opaque:
		return v.Desc
	}
	return fmt.Sprintf("%T", v)
}
