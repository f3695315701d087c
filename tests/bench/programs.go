package main

import (
	"fmt"
	"strings"
)

// micro is one micro benchmark: entries primal and gradient, with $T for the element type. Params names
// what inputs makes. peer/arrays.c, peer/learning.c, peer/loops.c and peer/torch_micro.py have the same by name.
type micro struct {
	name, text string
	params     string
}

var micros = append(append(append([]micro{
	elementwise("map", `2 * x + 1`),
	elementwise("exp", `$T.exp x`),
	elementwise("log", `$T.log x`),
	elementwise("sin", `$T.sin x`),
	{"sum", `entry primal (xs: []$T) = $T.sum xs
entry gradient (xs: []$T) = vjp $T.sum xs 1`, "xs"},
	{"product", `entry primal (xs: []$T) = $T.product xs
entry gradient (xs: []$T) = vjp $T.product xs 1`, "xs"},
	{"max", `entry primal (xs: []$T) = $T.maximum xs
entry gradient (xs: []$T) = vjp $T.maximum xs 1`, "xs"},
	{"scan", `entry primal (xs: []$T) = scan (+) 0 xs
entry gradient (xs: []$T) = vjp (scan (+) 0) xs xs`, "xs"},
	{"scanmul", `entry primal (xs: []$T) = scan (*) 1 xs
entry gradient (xs: []$T) = vjp (scan (*) 1) xs xs`, "xs"},
}, hists...), micro{"gather", `def f [n] (is: [n]i64) (xs: [n]$T) = map (\i -> xs[i]) is
entry primal [n] (is: [n]i64) (xs: [n]$T) = f is xs
entry gradient [n] (is: [n]i64) (xs: [n]$T) = vjp (f is) xs xs`, "is xs"}), append(models, loops...)...)

func elementwise(name, e string) micro {
	of := "map (\\x -> " + e + ")"
	grad := "vjp (\\ys -> $T.sum (" + of + " ys)) xs 1"
	if name == "map" { // with the input as seed, or there would be nothing to read
		grad = "vjp (" + of + ") xs xs"
	}
	return micro{name, "entry primal (xs: []$T) = " + of + " xs\nentry gradient (xs: []$T) = " + grad, "xs"}
}

// hists are histograms by three operators, and one that composes linear functions, into three numbers of buckets.
var hists = func() (out []micro) {
	for _, op := range []struct{ name, op, ne string }{{"hist", "(+)", "0"}, {"histmul", "(*)", "1"}, {"histmax", "$T.max", "$T.lowest"}} {
		for _, k := range []int{31, 1023, 1_500_000} {
			text := fmt.Sprintf(`def f [n] (is: [n]i64) (xs: [n]$T) = reduce_by_index (replicate %d %s) %s %s is xs
entry primal [n] (is: [n]i64) (xs: [n]$T) (_: [%d]$T) = f is xs
entry gradient [n] (is: [n]i64) (xs: [n]$T) (ybar: [%d]$T) = vjp (f is) xs ybar`, k, op.ne, op.op, op.ne, k, k)
			out = append(out, micro{fmt.Sprint(op.name, k), text, fmt.Sprintf("is%d xs vec%d", k, k)})
		}
	}
	for _, k := range []int{31, 1023, 1_500_000} {
		text := fmt.Sprintf(`def f [n] (is: [n]i64) (xs: [n]$T) (ys: [n]$T) =
  unzip (reduce_by_index (replicate %d (1, 0)) (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) is (zip xs ys))
entry primal [n] (is: [n]i64) (xs: [n]$T) (_: [%d]$T) = f is xs xs
entry gradient [n] (is: [n]i64) (xs: [n]$T) (ybar: [%d]$T) = vjp (\(xs, ys) -> f is xs ys) (xs, xs) (ybar, ybar)`, k, k, k)
		out = append(out, micro{fmt.Sprint("histlin", k), text, fmt.Sprintf("is%d xs vec%d", k, k)})
	}
	return out
}()

const product = `def matmul [n] [m] [k] (a: [n][k]$T) (b: [k][m]$T): [n][m]$T =
  map (\r -> map (\c -> $T.sum (map2 (*) r c)) (transpose b)) a
`

// models are products of matrices and what is made of them.
var models = append([]micro{
	{"matmul512", matmul, "square512 right512"},
	{"matmul1024", matmul, "square1024 right1024"},
	{"dots", `def f [r] (m: [r][64]$T) (v: [64]$T) = map (\row -> $T.sum (map2 (*) row v)) m
entry primal [r] (m: [r][64]$T) (v: [64]$T) = f m v
entry gradient [r] (m: [r][64]$T) (v: [64]$T) = vjp (f m) v (replicate r 1)`, "points vec64"},
	{"logreg", `def f [r] (m: [r][64]$T) (w: [64]$T) =
  let loss x y = let s = $T.sum (map2 (*) x w)
                 in $T.log1p ($T.exp (-($T.abs s))) + $T.max s 0 - y * s
  in $T.sum (map2 loss m (map (\i -> $T.i64 (i % 2)) (iota r)))
entry primal [r] (m: [r][64]$T) (w: [64]$T) = f m w
entry gradient [r] (m: [r][64]$T) (w: [64]$T) = vjp (f m) w 1`, "points vec64"},
	{"kmeans", `def distance [d] (a: [d]$T) (b: [d]$T) = $T.sum (map2 (\x y -> (x - y) * (x - y)) a b)
def cost [n] [k] [d] (xs: [n][d]$T) (cs: [k][d]$T) = $T.sum (map (\x -> $T.minimum (map (distance x) cs)) xs)
entry primal [n] (xs: [n][10]$T) (cs: [10][10]$T) = cost xs cs
entry gradient [n] (xs: [n][10]$T) (cs: [10][10]$T) =
  jvp2 (\c -> vjp (cost xs) c 1) cs (replicate 10 (replicate 10 1))`, "cloud centres"},
}, mlps...)

const matmul = product + `entry primal [n] (a: [n][n]$T) (b: [n][n]$T) = matmul a b
entry gradient [n] (a: [n][n]$T) (b: [n][n]$T) = vjp (\(x, y) -> matmul x y) (a, b) a`

var mlps = func() (out []micro) {
	for _, h := range []string{"256", "512", "1024"} {
		text := strings.ReplaceAll(product+`def f [n] [d] [h] [c] (x: [n][d]$T) (w1: [d][h]$T, w2: [h][c]$T) =
  let hidden = map (map ($T.max 0)) (matmul x w1)
  let loss i z = let m = $T.maximum z in $T.log ($T.sum (map (\v -> $T.exp (v - m)) z)) + m - z[i % c]
  in $T.sum (map2 loss (iota n) (matmul hidden w2)) / $T.i64 n
entry primal (x: [64][784]$T) (w1: [784][H]$T) (w2: [H][10]$T) = f x (w1, w2)
entry gradient (x: [64][784]$T) (w1: [784][H]$T) (w2: [H][10]$T) = vjp (f x) (w1, w2) 1`, "H", h)
		out = append(out, micro{"mlp" + h, text, "batch first" + h + " second" + h})
	}
	return out
}()
