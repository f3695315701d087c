package tests

// costRule is a program f: [n]f64 -> f64 that takes the derivative through one rule. grows is what n is multiplied by for
// 16 times the work; limit bounds gradient / primal, tape the bytes of tape for each operation of the primal.
type costRule struct {
	name, f     string
	n, grows    int64
	limit, tape float64
}

// Where a rule is about arrays of arrays, f has rows of 4 elements, or makes n * n of them.
var costRules = []costRule{
	{"map", `f64.sum (map (\x -> f64.sin x * x) xs)`, 200, 16, 5, 0},
	{"map, free scalar", `let s = xs[0] in f64.sum (map (\x -> f64.sin x * s) xs)`, 200, 16, 5, 0},
	{"map, gather", `f64.sum (map (\i -> xs[i] * xs[(7 * i) % n]) (iota n))`, 200, 16, 5, 0},
	{"map, nested", `f64.sum (map (\x -> f64.sum (map (\y -> f64.sin (x * y)) xs)) xs)`, 20, 4, 6, 0},
	{"map, matrix product", `let a = tabulate_2d n n (\i j -> xs[i] + xs[j])
    in f64.sum (flatten (map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose a)) a))`, 8, 4, 8, 0},
	{"map, irregular", `f64.sum (map (\i -> f64.sum (map (\j -> xs[i] * xs[j]) (iota (i + 1)))) (iota n))`, 20, 4, 6, 0},
	{"map, of loops", `f64.sum (map (\x -> loop a = x for _i < 10 do f64.sin (a * x)) xs)`, 100, 16, 8, 8},
	{"scatter", `f64.sum (map2 (*) xs (scatter (copy xs) (map (\i -> (7 * i) % n) (iota n)) (map (\x -> x * x) xs)))`, 200, 16, 8, 0},
	{"spread", `f64.sum (spread n 0.5 (map (\i -> 2 * i) (iota n)) (map (\x -> x * x) xs))`, 200, 16, 6, 0},
	{"reduce, +", `f64.sum (map (\x -> x * x) xs)`, 200, 16, 5, 0},
	{"reduce, *", `f64.product xs`, 200, 16, 25, 0},
	{"reduce, * with a zero", `f64.product (map (\x -> x - xs[3]) xs)`, 200, 16, 18, 0},
	{"reduce, * out of range", `f64.product (map (\x -> 1e-200 * x) xs)`, 200, 16, 40, 0},
	{"reduce, max", `f64.maximum xs`, 200, 16, 10, 0},
	{"reduce, vectorised +", `f64.sum (reduce (map2 (+)) (replicate 4 0) (map (\x -> replicate 4 (x * x)) xs))`, 200, 16, 6, 0},
	{"reduce, vectorised *", `f64.sum (reduce (map2 (*)) (replicate 4 1) (map (\x -> replicate 4 x) xs))`, 200, 16, 25, 0},
	{"reduce, independent parts", `let (a, b) = reduce (\(a, b) (c, d) -> (a + c, f64.max b d)) (0, -f64.inf) (zip xs xs) in a * b`, 200, 16, 10, 0},
	{"reduce, general", `reduce (\x y -> x + y + x * y) 0 xs`, 200, 16, 16, 0},
	{"reduce, general, free variable", `let c = xs[0] in reduce (\x y -> x + y + c * x * y) 0 xs`, 200, 16, 16, 0},
	{"reduce, general on pairs", `let (a, b) = reduce (\(a, b) (c, d) -> (a * d + b * c, b * d)) (0, 1) (zip xs xs) in a * b`, 200, 16, 16, 0},
	{"reduce, general on arrays", `f64.sum (reduce (\a b -> map2 (\x y -> x * b[0] + y) a b) (replicate 4 0) (map (\x -> replicate 4 x) xs))`, 200, 16, 24, 0},
	{"hist, +", `f64.sum (map (\x -> x * x) (reduce_by_index (replicate 50 0) (+) 0 (map (% 60) (iota n)) xs))`, 200, 16, 6, 0},
	{"hist, *", `f64.sum (reduce_by_index (replicate 50 1) (*) 1 (map (% 60) (iota n)) xs)`, 200, 16, 25, 0},
	{"hist, max", `f64.sum (reduce_by_index (replicate 50 0) f64.max (-f64.inf) (map (% 60) (iota n)) xs)`, 200, 16, 12, 0},
	{"hist, vectorised +", `f64.sum (flatten (reduce_by_index (replicate 50 (replicate 4 0)) (map2 (+)) (replicate 4 0) (map (% 60) (iota n)) (map (replicate 4) xs)))`, 200, 16, 6, 0},
	{"hist, vectorised *", `f64.sum (flatten (reduce_by_index (replicate 50 (replicate 4 1)) (map2 (*)) (replicate 4 1) (map (% 60) (iota n)) (map (replicate 4) xs)))`, 200, 16, 25, 0},
	{"hist, independent parts", `let (a, b) = unzip (reduce_by_index (replicate 50 (0, 0)) (\(a, b) (c, d) -> (a + c, f64.max b d)) (0, -f64.inf) (map (% 60) (iota n)) (zip xs xs))
    in f64.sum (map2 (*) a b)`, 200, 16, 12, 0},
	{"hist, general", `f64.sum (reduce_by_index (replicate 50 0) (\x y -> x + y + x * y) 0 (map (% 60) (iota n)) xs)`, 200, 16, 24, 40},
	{"hist, general on pairs", `let (a, b) = unzip (reduce_by_index (replicate 50 (0, 1)) (\(a, b) (c, d) -> (a * d + b * c, b * d)) (0, 1) (map (% 60) (iota n)) (zip xs xs))
    in f64.sum (map2 (*) a b)`, 200, 16, 24, 40},
	{"hist, general, two dimensions", `f64.sum (flatten (reduce_by_index_2d (replicate 5 (replicate 10 0)) (\x y -> x + y + x * y) 0 (map (\i -> (i % 6, i % 10)) (iota n)) xs))`, 200, 16, 24, 40},
	{"scan, +", `f64.sum (map (\x -> x * x) (scan (+) 0 xs))`, 200, 16, 6, 0},
	{"scan, *", `f64.sum (scan (*) 1 xs)`, 200, 16, 20, 0},
	{"scan, max", `f64.sum (scan f64.max (-f64.inf) xs)`, 200, 16, 20, 0},
	{"scan, vectorised +", `f64.sum (flatten (scan (map2 (+)) (replicate 4 0) (map (replicate 4) xs)))`, 200, 16, 6, 0},
	{"scan, vectorised *", `f64.sum (flatten (scan (map2 (*)) (replicate 4 1) (map (replicate 4) xs)))`, 200, 16, 20, 0},
	{"scan, linear", `f64.sum (map (.0) (scan (\(a, b) (c, d) -> (a * d + c, b * d)) (0, 1) (zip xs xs)))`, 200, 16, 25, 0},
	{"scan, segmented", `f64.sum (map (.1) (scan (\(f, a) (g, b) -> (f || g, if g then b else a + b)) (false, 0) (zip (map (\i -> i % 9 == 0) (iota n)) xs)))`, 200, 16, 20, 0},
	{"scan, general", `f64.sum (scan (\x y -> x + y + x * y) 0 xs)`, 200, 16, 20, 0},
	{"scan, free variable", `let c = xs[0] in f64.sum (scan (\x y -> x + y + c * x * y) 0 xs)`, 200, 16, 20, 0},
	{"scan, 2 by 2 matrices", `f64.sum (map (.0) (scan (\(a, b, c, d) (e, f, g, h) -> (a*e + b*g, a*f + b*h, c*e + d*g, c*f + d*h)) (1, 0, 0, 1) (zip4 xs xs xs xs)))`, 200, 16, 60, 0},
	{"loop, for", `loop a = 1 for i < n do f64.sin (a * xs[i])`, 200, 16, 8, 8},
	{"loop, for in", `loop a = 1 for x in xs do f64.sin (a * x)`, 200, 16, 8, 8},
	{"loop, while", `(loop (i, a) = (0, 1) while i < n do (i + 1, f64.sin (a * xs[i]))).1`, 200, 16, 12, 16},
	{"loop, while, bounded", `(#[bound(100000)] loop (i, a) = (0, 1) while i < n do (i + 1, f64.sin (a * xs[i]))).1`, 200, 16, 12, 16},
	{"loop, nested", `loop a = 1 for i < n do loop b = a for j < i do f64.sin (b * xs[j])`, 20, 4, 14, 12},
	{"loop, of arrays", `f64.sum (loop ys = xs for _i < n do map (\y -> f64.sin (y * 1.5)) ys)`, 20, 4, 8, 8},
	{"loop, of maps and sums", `loop a = 1 for i < n do f64.sin (f64.sum (map (\x -> x * a * xs[i]) xs))`, 20, 4, 8, 8},
	{"loop, stripmine(2)", `#[stripmine(2)] loop a = 1 for i < n do f64.sin (a * xs[i])`, 200, 16, 12, 8},
	{"loop, stripmine(3)", `#[stripmine(3)] loop a = 1 for i < n do f64.sin (a * xs[i])`, 200, 16, 16, 8},
	{"loop, unrolled", `f64.sum (map (\x -> #[unroll] loop a = x for _i < 4 do f64.sin (a * x)) xs)`, 200, 16, 8, 4},
	{"if", `f64.sum (map (\x -> if x > 0.902 then f64.sin x else x * x) xs)`, 200, 16, 5, 0},
	{"if, around arrays", `f64.sum (if xs[0] > 0 then map (\x -> f64.sin x * x) xs else scan (+) 0 xs)`, 200, 16, 6, 0},
	{"if, in a loop", `loop a = 1 for i < n do if a > 0.5 then f64.sin (a * xs[i]) else a + xs[i]`, 200, 16, 10, 24},
	{"match", `f64.sum (map (\x -> match i64.f64 (x * 1000) % 3 case 0 -> x case 1 -> x * x case _ -> f64.sin x) xs)`, 200, 16, 5, 0},
	{"update, in a loop", `f64.sum (loop a = copy xs for i < n - 1 do a with [i + 1] = a[i] * a[i + 1])`, 200, 16, 10, 20},
	{"update, of slices", `f64.sum (loop a = copy xs for i < n / 4 do a with [4 * i : 4 * i + 4] = map (* 1.5) a[4 * i : 4 * i + 4])`, 200, 16, 10, 20},
	{"update, in a branch", `f64.sum (loop a = copy xs for i < n do if a[i] < 0.903 then a with [i] = a[i] * a[i] else a)`, 200, 16, 12, 24},
	{"concat", `let ys = xs ++ map (* 2) xs in f64.sum (map (\y -> y * y) ys)`, 200, 16, 6, 0},
	{"rotate", `f64.sum (map2 (*) xs (rotate 3 xs))`, 200, 16, 6, 0},
	{"reverse", `f64.sum (map2 (*) xs (reverse xs))`, 200, 16, 6, 0},
	{"transpose", `let a = tabulate_2d n n (\i j -> xs[i] * xs[j]) in f64.sum (flatten (map2 (map2 (*)) a (transpose a)))`, 20, 4, 6, 0},
	{"slices", `f64.sum (map2 (*) xs[1:] xs[:n - 1]) + f64.sum (xs[::2])`, 200, 16, 8, 0},
	{"replicate", `f64.sum (map2 (*) (replicate n xs[0]) xs)`, 200, 16, 6, 0},
	{"windows", `f64.sum (tabulate (n - 3) (\i -> f64.sum (map (\x -> x * x) xs[i : i + 3])))`, 200, 16, 8, 0},
	{"filter", `f64.sum (map (\x -> x * x) (filter (> 0.902) xs))`, 200, 16, 6, 0},
	{"partition", `let (a, b) = partition (> 0.902) xs in f64.sum (map (\x -> x * x) a) + f64.sum (map f64.sin b)`, 200, 16, 6, 0},
	{"flatmap", "let (_, _, _, ys, _) = flatmap (\\x -> (map (\\i -> x * f64.i64 i) (iota (i64.f64 (x * 1000) % 5)), x)) xs in f64.sum (map (\\y -> y * y) ys)", 100, 16, 10, 0},
	{"with_vjp", `f64.sum (map (\x -> with_vjp (\x -> x * x) (\x b -> 2 * x * b) x) xs)`, 200, 16, 8, 0},
}
