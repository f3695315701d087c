package magic

import (
	"fmt"
	"math"
	"strings"

	"raido/lang/prim"
	"raido/lang/value"
)

// numbers reads a scalar or an array of primitives as float64, row-major.
func numbers(v value.Value) (data []float64, shape []int64, ok bool) {
	switch v := v.(type) {
	case value.Scalar:
		return []float64{scalarFloat(v.Scalar)}, nil, true
	case *value.Array:
		data = make([]float64, v.Size())
		for i := range data {
			data[i] = scalarFloat(v.At(int64(i)))
		}
		return data, v.Shape, true
	default: // no numbers
	}
	return nil, nil, false
}

func scalarFloat(s prim.Scalar) float64 {
	switch {
	case s.Type.IsFloat():
		return s.Float64()
	case s.Type.IsUnsigned():
		return float64(s.Bits)
	}
	return float64(s.Int64())
}

// elemOf is the primitive type of a value's numbers; ok is false for records and sums.
func elemOf(v value.Value) (prim.Type, bool) {
	switch v := v.(type) {
	case value.Scalar:
		return v.Type, true
	case *value.Array:
		return v.Elem, true
	default: // no numbers
	}
	return prim.Invalid, false
}

// pair takes a tuple of two apart.
func pair(v value.Value) (a, b value.Value, ok bool) {
	r, isRecord := v.(*value.Record)
	if !isRecord || len(r.Fields) != 2 || len(r.Shape) > 0 || r.Names[0] != "0" {
		return nil, nil, false
	}
	return r.Fields[0], r.Fields[1], true
}

// elemOfAll is the widest float type of nests.
func elemOfAll(nests ...*nest) prim.Type {
	best := prim.F16
	for _, n := range nests {
		for _, l := range n.floats() {
			if l.elem.Size() > best.Size() {
				best = l.elem
			}
		}
	}
	return best
}

// fillFloats makes an array of floats from f64s.
func fillFloats(elem prim.Type, shape []int64, data []float64) value.Value {
	elems := make([]prim.Scalar, len(data))
	for i, v := range data {
		elems[i] = prim.Float(elem, v)
	}
	return value.FromScalars(elem, shape, elems)
}

// maxPlaces is how many places of numbers that are not finite are told.
const maxPlaces = 5

// notFinite counts the derivatives that are no finite numbers and says where the first are; "" if all are finite.
func notFinite(data []float64, name func(i int) string) string {
	nans, infs := 0, 0
	var places []string
	for i, v := range data {
		switch {
		case math.IsNaN(v):
			nans++
		case math.IsInf(v, 0):
			infs++
		default:
			continue
		}
		if len(places) < maxPlaces {
			places = append(places, name(i))
		}
	}
	switch {
	case nans+infs == 0:
		return ""
	case len(data) == 1:
		return "not finite; %gradcheck tells which operation made it so"
	}
	more := ""
	if nans+infs > len(places) {
		more = ", ..."
	}
	return fmt.Sprintf("%d nan, %d infinite: at %s%s; %%gradcheck tells which operation made them so", nans, infs, strings.Join(places, ", "), more)
}
