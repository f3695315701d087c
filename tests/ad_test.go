package tests

import (
	"fmt"
	"strings"
	"testing"

	"raido/backend"
	"raido/tests/turns"
)

// functions are differentiable functions [n]f64 -> [m]f64, each for a construct of the language, with a
// point at which they are smooth.
var functions = []struct{ name, f, x string }{
	{"scalars", `\x -> [f64.sin x[0] * f64.exp x[1] / (1 + x[0] ** 2), f64.log (2 + x[1]) - f64.sqrt (x[0] + 3)]`, "[0.7, -0.4]"},
	{"powers", `\x -> [x[0] ** x[1], x[0] ** 3, 2 ** x[1], x[0] ** 0.5]`, "[1.3, 2.1]"},
	{"branch", `\x -> map (\y -> if y > 0 then y * y else -3 * y) x`, "[0.5, -1.5, 2.0]"},
	{"branch on arrays", `\x -> if x[0] > 0 then map (* x[1]) x else reverse x`, "[0.5, -1.5, 2.0]"},
	{"dead code beside a branch", `\x -> let d = f64.sqrt x[0] let _ = d in if x[0] > 1 then [f64.sqrt x[0]] else [2 * x[0]]`, "[0.0]"},
	{"match", `\x -> match i64.f64 x[0] case 0 -> [x[1]] case 1 -> [x[1] * x[2]] case _ -> [x[2]]`, "[1.5, -1.5, 2.0]"},
	{"local function", `\x -> let g a b = a * b + x[0] in [g x[0] x[1], g x[1] x[1]]`, "[1.5, -0.5]"},
	{"tuple", `\x -> let (a, b) = (x[0] * 2, x[1] + x[0]) in [a * b]`, "[1.5, -0.5]"},
	{"record", `\x -> let r = {a = x[0], b = x[1]} let s = r with a = r.b * r.a in [s.a * s.b]`, "[1.5, -0.5]"},
	{"map", `\x -> map (\y -> y * f64.cos y) x`, "[0.1, 0.2, 0.3]"},
	{"map2", `\x -> map2 (*) x (reverse x)`, "[0.1, 0.2, 0.3]"},
	{"map with a free scalar", `\x -> let c = x[0] * x[1] in map (\y -> y * c) x`, "[0.1, 0.2, 0.3]"},
	{"map with a free array", `\x -> map (\i -> x[i] * x[(i + 1) % 3]) (iota 3)`, "[0.1, 0.2, 0.3]"},
	{"nested map", `\x -> flatten (map (\a -> map (\b -> a * b + f64.sin a) x) x) |> take 5`, "[0.1, 0.2, 0.3]"},
	{"nested map with gathers", `\x -> map (\i -> f64.sum (map (\j -> x[i] * x[j] * f64.i64 j) (iota 4))) (iota 4)`, "[0.1, -0.2, 0.3, 0.4]"},
	{"sum", `\x -> [f64.sum (map (** 2) x)]`, "[0.1, 0.2, 0.3]"},
	{"product", `\x -> [f64.product x]`, "[0.1, 0.2, 0.3]"},
	{"product with one zero", `\x -> [f64.product x]`, "[0.1, 0.0, 0.3]"},
	{"product with two zeros", `\x -> [f64.product x]`, "[0.1, 0.0, 0.0]"},
	{"maximum", `\x -> [f64.maximum (map (\y -> y * y) x)]`, "[0.1, -0.7, 0.3]"},
	{"minimum", `\x -> [f64.minimum x]`, "[0.1, -0.7, 0.3]"},
	{"general reduce", `\x -> [reduce (\a b -> a + b + a * b) 0 x]`, "[0.1, -0.7, 0.3, 0.5]"},
	{"reduce with a free variable", `\x -> [reduce (\a b -> a + b + x[0] * a * b) 0 (drop 1 x)]`, "[0.1, -0.7, 0.3, 0.5]"},
	{"reduce of pairs", `\x -> let (a, b) = reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip x (map f64.sin x)) in [a, b]`, "[1.1, -0.7, 0.3, 0.5]"},
	{"vectorised reduce", `\x -> reduce (map2 (+)) (replicate 2 0) (map (\y -> [y, y * y]) x)`, "[1.1, -0.7, 0.3]"},
	{"vectorised product", `\x -> reduce (map2 (*)) (replicate 2 1) (map (\y -> [y, y * y + 1]) x)`, "[1.1, -0.7, 0.3]"},
	{"scan add", `\x -> scan (+) 0 (map (** 2) x)`, "[1.1, -0.7, 0.3]"},
	{"scan multiply", `\x -> scan (*) 1 x`, "[1.1, -0.7, 0.3, 2.0]"},
	{"scan max", `\x -> scan f64.max f64.lowest x`, "[0.1, -0.7, 0.3, 2.0, 1.0]"},
	{"scan of pairs", `\x -> let (a, b) = unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip x (map f64.sin x))) in map2 (+) a b`, "[1.1, -0.7, 0.3]"},
	{"vectorised scan", `\x -> flatten (scan (map2 (+)) (replicate 2 0) (map (\y -> [y, y * y]) x)) |> take 5`, "[1.1, -0.7, 0.3]"},
	{"histogram", `\x -> reduce_by_index (replicate 3 1) (+) 0 [0, 2, 0, 7] (map (** 2) x)`, "[1.1, -0.7, 0.3, 4.0]"},
	{"histogram of products", `\x -> reduce_by_index (replicate 3 2) (*) 1 [0, 2, 0, -1] x`, "[1.1, -0.7, 0.3, 4.0]"},
	{"histogram of maxima", `\x -> reduce_by_index (replicate 3 f64.lowest) f64.max f64.lowest [0, 2, 0, 1] x`, "[1.1, -0.7, 0.3, 4.0]"},
	{"histogram of many pairs", `\x -> let (a, b) = unzip (reduce_by_index (zip [x[0], 2] [x[1], x[2]]) (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) [0, 1, 0, 7, 1, 1, 0, -1, 0, 1, 0, 1, 1] (zip x (map f64.sin x))) in a ++ b`, "[1.1, -0.7, 0.3, 4.0, 0.9, 1.2, -1.3, 0.8, 2.0, 0.5, -0.4, 1.6, 0.7]"},
	{"histogram of many, by an operator that counts", `\x -> let (a, _) = unzip (reduce_by_index (zip x[:2] [1, 2]) (\(a, i) (b, j) -> (a + b + a * b, i64.max i j)) (0, i64.lowest) [0, 1, 0, 7, 1, 1, 0, -1, 0, 1, 0, 1, 1] (zip x (iota 13))) in a`, "[1.1, -0.7, 0.3, 4.0, 0.9, 1.2, -1.3, 0.8, 2.0, 0.5, -0.4, 1.6, 0.7]"},
	{"histogram of many in two dimensions", `\x -> flatten (reduce_by_index_2d [map f64.cos x[:2]] (\a b -> a + b + a * b) 0 (map (\i -> (0, i)) [0, 1, 0, 7, 1, 1, 0, -1, 0, 1, 0, 1, 1]) x)`, "[1.1, -0.7, 0.3, 4.0, 0.9, 1.2, -1.3, 0.8, 2.0, 0.5, -0.4, 1.6, 0.7]"},
	{"histograms of many in a map", `\x -> flatten (map (\c -> reduce_by_index [c, 1] (\a b -> a + b + a * b) 0 [0, 1, 0, 7, 1, 1, 0, -1, 0, 1, 0, 1, 1] (map (* c) x)) x[:2])`, "[1.1, -0.7, 0.3, 4.0, 0.9, 1.2, -1.3, 0.8, 2.0, 0.5, -0.4, 1.6, 0.7]"},
	{"scatter", `\x -> scatter (map (* 2) x) [2, 0, 9] (map (** 2) (take 3 x))`, "[1.1, -0.7, 0.3, 4.0]"},
	{"gather", `\x -> map (\i -> x[i] ** 2) [2, 0, 0, 1, 2]`, "[1.1, -0.7, 0.3]"},
	{"slice", `\x -> x[1:3] ++ x[::-1]`, "[1.1, -0.7, 0.3]"},
	{"update", `\x -> copy x with [1] = x[0] * x[2]`, "[1.1, -0.7, 0.3]"},
	{"update of a slice", `\x -> copy x with [0:2] = map (* x[2]) x[1:3]`, "[1.1, -0.7, 0.3]"},
	{"transpose", `\x -> flatten (transpose (map (\y -> [y, y ** 2]) x)) |> take 5`, "[1.1, -0.7, 0.3]"},
	{"rotate and concat", `\x -> rotate 1 x ++ map f64.exp x`, "[1.1, -0.7, 0.3]"},
	{"replicate", `\x -> map (* x[1]) (replicate 4 (x[0] ** 2))`, "[1.1, -0.7]"},
	{"for loop", `\x -> [loop y = x[0] for i < 5 do f64.sin (y * x[1]) + f64.i64 i]`, "[1.1, -0.7]"},
	{"for loop on arrays", `\x -> loop y = x for _i < 3 do map2 (*) y (rotate 1 x)`, "[1.1, -0.7, 0.3]"},
	{"for loop with updates", `\x -> loop y = copy x for i < 2 do y with [i + 1] = y[i] * y[i + 1]`, "[1.1, -0.7, 0.3]"},
	{"for in", `\x -> [loop a = 1 for y in x do a * y + f64.cos a]`, "[1.1, -0.7, 0.3]"},
	{"while loop", `\x -> [loop y = x[0] while y < 100 do y * y + x[1]]`, "[1.7, 0.7]"},
	{"nested loops", `\x -> [loop a = x[0] for i < 3 do loop b = a for j < i do b * x[1] + a]`, "[1.1, 0.7]"},
	{"loop in a map", `\x -> map (\y -> loop a = y for _i < 4 do a * y + x[0]) x`, "[0.6, -0.7, 0.3]"},
	{"map in a loop in a map", `\x -> map (\y -> loop a = y for i < 3 do a * f64.sum (map (* y) x)) x`, "[0.6, -0.7, 0.3]"},
	{"reduce in a map", `\x -> map (\y -> f64.product (map (+ y) x)) x`, "[0.6, -0.7, 0.3]"},
	{"scan in a map", `\x -> map (\y -> last (scan (*) 1 (map (+ y) x))) x`, "[0.6, -0.7, 0.3]"},
	{"least of a map in a map", `\x -> map (\y -> f64.minimum (map (\z -> z * z * y + z * x[0]) (reverse x))) x`, "[0.6, -0.7, 0.3]"},
	{"element of a map in a map", `\x -> map (\i -> let ys = map (\z -> z * z * x[i]) x in ys[(i + 1) % 3] * x[0]) (iota 3)`, "[0.6, -0.7, 0.3]"},
	{"greatest of no elements in a map", `\x -> map (\i -> f64.maximum (map (\j -> x[j] * x[i]) (iota i)) |> f64.max x[i]) (iota 3)`, "[0.6, 0.7, 0.3]"},
	{"filter", `\x -> [f64.sum (map (** 3) (filter (> 0) x))]`, "[0.6, -0.7, 0.3]"},
	{"matrix product", `\x -> let a = [[x[0], x[1]], [x[2], x[3]]] in flatten (map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose a)) a) |> take 4`, "[0.6, -0.7, 0.3, 0.9]"},
	{"higher-order function", `\x -> let twice f = \y -> f (f y) in map (twice (\y -> y * y + x[0])) x`, "[0.6, -0.7, 0.3]"},
	{"jvp inside", `\x -> map (\y -> jvp (\z -> z ** 3 * x[0]) y 1) x`, "[0.6, -0.7, 0.3]"},
	{"vjp inside", `\x -> vjp (\z -> f64.product z * x[0]) x 1`, "[0.6, -0.7, 0.3]"},
	{"no perturbation confusion", `\x -> [x[0] * jvp (\y -> x[0] + y) x[1] 1]`, "[0.6, -0.7]"},
	{"third order", `\x -> [jvp (\y -> vjp (\z -> z ** 4) y 1) x[0] 1]`, "[0.6]"},
}

// derivatives computes the Jacobian forward, in reverse and by central differences, and gives the largest
// deviations of the first two, and of the first and the last.
const derivatives = `
let raido_x = %s
let raido_n = length raido_x
def raido_f (x: []f64): []f64 = (%s) (x :> [%d]f64)
let raido_m = length (raido_f raido_x)
def raido_unit (n: i64) (i: i64): [n]f64 = tabulate n (\j -> f64.bool (i == j))
def raido_g (x: [%d]f64): [raido_m]f64 = raido_f x :> [raido_m]f64
let raido_fwd = transpose (map (\i -> jvp raido_g raido_x (raido_unit %d i)) (iota %d))
let raido_rev = map (\i -> vjp raido_g raido_x (raido_unit raido_m i)) (iota raido_m)
let raido_dif = transpose (map (\i -> map2 (\a b -> (a - b) / 2e-5)
    (raido_g (map2 (\x u -> x + 1e-5 * u) raido_x (raido_unit %d i)))
    (raido_g (map2 (\x u -> x - 1e-5 * u) raido_x (raido_unit %d i)))) (iota %d))
def raido_close [n][m] (tolerance: f64) (a: [n][m]f64) (b: [n][m]f64): bool =
  and (map2 (\x y -> f64.abs (x - y) / (1 + f64.abs x) <= tolerance) (flatten a) (flatten b)) -- false for NaN
(raido_close 1e-10 raido_fwd raido_rev, raido_close 1e-6 raido_fwd raido_dif, raido_fwd, raido_rev, raido_dif)`

// TestDerivatives checks every function forward against reverse against differences, on every engine; on the device, or on the embedded engine, by turns.
func TestDerivatives(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	for _, engine := range append(engineNames(t), "dual") {
		t.Run(engine, func(t *testing.T) {
			for _, f := range functions {
				t.Run(f.name, func(t *testing.T) {
					n := strings.Count(f.x, ",") + 1
					cell := fmt.Sprintf(derivatives, f.x, f.f, n, n, n, n, n, n, n)
					on := engine
					if engine == backend.OpenCL && !turns.Has(f.name) {
						on = backend.Wasm
					}
					b := newBook(t, on)
					got := b.run(cell)
					if note := b.stream.String(); note != "" {
						t.Errorf("%s: the engine says %q", f.f, note)
					}
					if !strings.HasPrefix(strings.Join(strings.Fields(got), " "), "(true, true,") {
						t.Errorf("%s at %s: forward = reverse, forward = differences, and the three Jacobians:\n%s", f.f, f.x, got)
					}
				})
			}
		})
	}
}
