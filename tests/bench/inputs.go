package main

import (
	"strings"

	"raido/lang/prim"
	"raido/lang/value"
)

// The shapes that peer.c has too.
const (
	columns  = 1000
	features = 64
	bins     = 1024
)

// micro is one micro benchmark: entries primal and gradient, with $T for the element type. Params names
// what inputs makes.
type micro struct {
	name, text string
	params     string
}

var micros = []micro{
	{"exp", `entry primal (xs: []$T) = map $T.exp xs
entry gradient (xs: []$T) = vjp (\ys -> $T.sum (map $T.exp ys)) xs 1`, "xs"},
	{"sum", `entry primal (xs: []$T) = $T.sum xs
entry gradient (xs: []$T) = vjp $T.sum xs 1`, "xs"},
	{"product", `entry primal (xs: []$T) = $T.product xs
entry gradient (xs: []$T) = vjp $T.product xs 1`, "xs"},
	{"scan", `entry primal (xs: []$T) = scan (+) 0 xs
entry gradient (xs: []$T) = vjp (scan (+) 0) xs xs`, "xs"},
	{"hist", `def f [n] (is: [n]i64) (xs: [n]$T) = reduce_by_index (replicate 1024 0) (+) 0 is xs
entry primal [n] (is: [n]i64) (xs: [n]$T) (_: [1024]$T) = f is xs
entry gradient [n] (is: [n]i64) (xs: [n]$T) (ybar: [1024]$T) = vjp (f is) xs ybar`, "is xs bins"},
	{"dotrows", `def f [r] (m: [r][1000]$T) (v: [1000]$T) = map (\row -> $T.sum (map2 (*) row v)) m
entry primal [r] (m: [r][1000]$T) (v: [1000]$T) = f m v
entry gradient [r] (m: [r][1000]$T) (v: [1000]$T) = vjp (f m) v (replicate r 1)`, "rows columns"},
	{"matmul", `def f [s] (a: [s][s]$T) (b: [s][s]$T) =
  map (\r -> map (\c -> $T.sum (map2 (*) r c)) (transpose b)) a
entry primal [s] (a: [s][s]$T) = f a a
entry gradient [s] (a: [s][s]$T) = vjp (\x -> f x a) a a`, "square"},
	{"logreg", `def f [r] (m: [r][64]$T) (w: [64]$T) =
  $T.sum (map (\x -> $T.log1p ($T.exp (-$T.sum (map2 (*) x w)))) m)
entry primal [r] (m: [r][64]$T) (w: [64]$T) = f m w
entry gradient [r] (m: [r][64]$T) (w: [64]$T) = vjp (f m) w 1`, "points features"},
}

// hash is uniform in [0, 1); peer.c has the same.
func hash(i int64) float64 {
	h := uint32(i) * 2654435761
	h ^= h >> 15
	h *= 2246822519
	h ^= h >> 13
	return float64(h) / (1 << 32)
}

// inputs makes the arguments that a benchmark names: n elements near 1, a square matrix of them, bins, and
// short vectors around 0.
func inputs(params string, t prim.Type, n, side int64) []value.Value {
	near1 := func(i int64) float64 { return 1 + (hash(i)-0.5)*1e-3 }
	around0 := func(i int64) float64 { return (hash(i+7) - 0.5) / 8 }
	var out []value.Value
	for _, p := range strings.Fields(params) {
		switch p {
		case "xs":
			out = append(out, array(t, near1, n))
		case "rows":
			out = append(out, array(t, near1, n/columns, columns))
		case "points":
			out = append(out, array(t, near1, n/features, features))
		case "square":
			out = append(out, array(t, near1, side, side))
		case "bins":
			out = append(out, array(t, around0, bins))
		case "columns":
			out = append(out, array(t, around0, columns))
		case "features":
			out = append(out, array(t, around0, features))
		case "is":
			a := value.NewArray(prim.I64, n)
			for i := range value.Of[int64](a) {
				value.Of[int64](a)[i] = int64(hash(int64(i)) * bins)
			}
			out = append(out, a)
		}
	}
	return out
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

// probe is the middle element of a result.
func probe(v value.Value) float64 {
	switch v := v.(type) {
	case value.Scalar:
		return v.Float64()
	case *value.Array:
		if v.Size() == 0 {
			return 0
		}
		if v.Elem == prim.F64 {
			return value.Of[float64](v)[v.Size()/2]
		}
		return float64(value.Of[float32](v)[v.Size()/2])
	}
	return 0
}
