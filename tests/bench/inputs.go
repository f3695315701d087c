package main

import (
	"strconv"
	"strings"

	"raido/lang/prim"
	"raido/lang/value"
)

// hash is uniform in [0, 1); micro.h has the same, and the functions of i below.
func hash(i int64) float64 {
	h := uint32(i) * 2654435761
	h ^= h >> 15
	h *= 2246822519
	h ^= h >> 13
	return float64(h) / (1 << 32)
}

func near1(i int64) float64   { return 1 + (hash(i)-0.5)*1e-3 }
func around0(i int64) float64 { return (hash(i+7) - 0.5) / 8 }
func uniform(i int64) float64 { return hash(i + 13) }

// inputs makes the arguments that a benchmark names, for n elements. A name may end in a number.
func inputs(params string, t prim.Type, n int64) []value.Value {
	var out []value.Value
	rows := min(n/64, 100_000)
	for _, p := range strings.Fields(params) {
		name := strings.TrimRight(p, "0123456789")
		k, _ := strconv.ParseInt(p[len(name):], 10, 64)
		switch name {
		case "xs":
			out = append(out, array(t, near1, n))
		case "is": // indices below k, or n
			if k == 0 {
				k = n
			}
			out = append(out, indices(n, k))
		case "his":
			out = append(out, indices(n/100, k))
		case "hundreds":
			out = append(out, array(t, near1, n/100, 100))
		case "hvec":
			out = append(out, array(t, near1, k, 100))
		case "rows":
			out = append(out, array(t, near1, n/k, k))
		case "part": // one of k arrays that make tuples; products of matrices of them neither grow nor vanish
			side := map[int64]float64{2: 1, 4: 2, 6: 2, 9: 3, 16: 4}[k]
			out = append(out, array(t, func(i int64) float64 { return near1(i+int64(len(out))*1_000_003) / side }, n/k))
		case "vec":
			out = append(out, array(t, around0, k))
		case "square":
			out = append(out, array(t, near1, k, k))
		case "right":
			out = append(out, array(t, uniform, k, k))
		case "points":
			out = append(out, array(t, near1, rows, 64))
		case "cloud":
			out = append(out, array(t, uniform, min(n/10, 100_000), 10))
		case "centres":
			out = append(out, array(t, func(i int64) float64 { return around0(i)*4 + 0.5 }, 10, 10))
		case "batch":
			out = append(out, array(t, uniform, 64, 784))
		case "first":
			out = append(out, array(t, around0, 784, k))
		case "second":
			out = append(out, array(t, around0, k, 10))
		default:
			out = append(out, loopInput(name, t, n, k))
		}
	}
	return out
}

func indices(n, below int64) value.Value {
	a := value.NewArray(prim.I64, n)
	for i := range value.Of[int64](a) {
		value.Of[int64](a)[i] = int64(hash(int64(i)+777777) * float64(below))
	}
	return a
}

func array(t prim.Type, f func(int64) float64, shape ...int64) *value.Array {
	a := value.NewArray(t, shape...)
	if t == prim.F64 {
		xs := value.Of[float64](a)
		for i := range xs {
			xs[i] = f(int64(i))
		}
		return a
	}
	xs := value.Of[float32](a)
	for i := range xs {
		xs[i] = float32(f(int64(i)))
	}
	return a
}
