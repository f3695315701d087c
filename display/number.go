package display

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"raido/lang/prim"
	"raido/lang/value"
)

// at is element i of an array.
func at(a *value.Array, i int64) prim.Scalar {
	size := int64(a.Elem.Size())
	b := a.Data[i*size : (i+1)*size]
	switch a.Elem {
	case prim.Bool:
		return prim.BoolOf(b[0] != 0)
	case prim.F32:
		return prim.Float(prim.F32, float64(math.Float32frombits(binary.NativeEndian.Uint32(b))))
	case prim.F64:
		return prim.Float(prim.F64, math.Float64frombits(binary.NativeEndian.Uint64(b)))
	case prim.F16:
		return prim.Float(prim.F16, prim.HalfValue(binary.NativeEndian.Uint16(b)))
	}
	var bits uint64
	switch size {
	case 1:
		bits = uint64(b[0])
	case 2:
		bits = uint64(binary.NativeEndian.Uint16(b))
	case 4:
		bits = uint64(binary.NativeEndian.Uint32(b))
	default:
		bits = binary.NativeEndian.Uint64(b)
	}
	return prim.Int(a.Elem, int64(bits))
}

// Number prints a scalar without its type, precise enough to round-trip.
func Number(s prim.Scalar) string { return number(s, -1) }

// number prints with so many significant digits; -1 means as many as it takes to round-trip.
func number(s prim.Scalar, digits int) string {
	switch {
	case s.Type == prim.Bool:
		return strconv.FormatBool(s.Bool())
	case s.Type.IsUnsigned():
		return strconv.FormatUint(s.Bits, 10)
	case !s.Type.IsFloat():
		return strconv.FormatInt(s.Int64(), 10)
	}
	f := s.Float64()
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	if digits < 0 {
		return strings.TrimSuffix(s.String(), s.Type.String())
	}
	text := strconv.FormatFloat(f, 'g', digits, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// isOdd reports whether a scalar is NaN or infinite.
func isOdd(s prim.Scalar) bool {
	return s.Type.IsFloat() && (math.IsNaN(s.Float64()) || math.IsInf(s.Float64(), 0))
}

// stats sums up an array of numbers; the extremes are of what is not NaN.
type stats struct {
	min, max prim.Scalar
	mean     float64
	nan, inf int64
	some     bool // at least one element is not NaN
}

func asFloat(s prim.Scalar) float64 {
	switch {
	case s.Type.IsFloat():
		return s.Float64()
	case s.Type.IsUnsigned():
		return float64(s.Bits)
	}
	return float64(s.Int64())
}

func summarise(a *value.Array) stats {
	var st stats
	var finite int64
	for i := range a.Size() {
		s := at(a, i)
		f := asFloat(s)
		if math.IsNaN(f) {
			st.nan++
			continue
		}
		if !st.some || f < asFloat(st.min) {
			st.min = s
		}
		if !st.some || f > asFloat(st.max) {
			st.max = s
		}
		st.some = true
		if math.IsInf(f, 0) {
			st.inf++
			continue
		}
		finite++
		st.mean += (f - st.mean) / float64(finite) // cannot overflow where the sum would
	}
	return st
}

// String is "min 1, max 3, mean 2", with the number of NaNs and infinities if there are any.
func (st stats) String() string {
	var parts []string
	if st.some {
		parts = append(parts, "min "+number(st.min, 6), "max "+number(st.max, 6), "mean "+number(prim.Float(prim.F64, st.mean), 6))
	}
	if st.nan > 0 {
		parts = append(parts, strconv.FormatInt(st.nan, 10)+" nan")
	}
	if st.inf > 0 {
		parts = append(parts, strconv.FormatInt(st.inf, 10)+" inf")
	}
	return strings.Join(parts, ", ")
}

// caption is the statistics of a numeric array of more than a few elements, else empty.
func caption(a *value.Array) string {
	if a.Elem == prim.Bool || a.Size() < 2 {
		return ""
	}
	return summarise(a).String()
}
