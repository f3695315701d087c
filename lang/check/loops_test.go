package check_test

import "testing"

// Loops whose sizes depend on each other, and what their sizes are: see Note [Sizes that stay] of package infer.
var loopSizes = []typedProgram{
	// Loops in loops that give the size that the outer parameter starts with.
	{"def two [n] (x: [n]f64) = loop x for i < 3i64 do loop x for j < i + 1 do tabulate n (\\q -> x[q])", "two: [n]. [n]f64 -> [n]f64"},
	{"def three [n] (x: [n]f64) = loop x for i < 3i64 do loop y = x for j < i + 1 do loop z = y for k < j do tabulate n (\\q -> y[q] + z[q])", "three: [n]. [n]f64 -> [n]f64"},
	{"def four [n] (x: [n]f64) = loop x for i < 3i64 do loop y = x for j < i + 1 do loop z = y for k < j do loop w = z for l < k do tabulate n (\\q -> x[q] + w[q])", "four: [n]. [n]f64 -> [n]f64"},
	{"def fourif [n] (x: [n]f64) = loop x for i < 3i64 do loop y = x for j < i + 1 do loop z = y for k < j do if k > 1 then x else tabulate n (\\q -> y[q] + z[q])", "fourif: [n]. [n]f64 -> [n]f64"},
	{"def wh [n] (x: [n]f64) = loop x while f64.sum x < 3 do loop x while f64.sum x < 2 do tabulate n (\\q -> x[q] + 1)", "wh: [n]. [n]f64 -> [n]f64"},
	{"def forin [n] (x: [n]f64) (yss: [][]f64) = loop x for ys in yss do loop x for y in ys do tabulate n (\\q -> x[q] + y)", "forin: [n] [m] [k]. [n]f64 -> [m][k]f64 -> [n]f64"},
	{"def mat [n] [m] (x: [n][m]f64) = loop x for i < 3i64 do loop x for j < i do tabulate_2d n m (\\p q -> x[p, q])", "mat: [n] [m]. [n][m]f64 -> [n][m]f64"},
	{"def letf [n] (x: [n]f64) = loop x for i < 3i64 do let y = loop y = x for j < i do tabulate n (\\q -> y[q]) in map2 (+) x y", "letf: [n]. [n]f64 -> [n]f64"},
	{"def letb [n] (x: [n]f64) = loop x for i < 3i64 do let y = loop y = x for j < i do tabulate n (\\q -> y[q]) in y", "letb: [n]. [n]f64 -> [n]f64"},
	{"def back [n] (x: [n]f64) = loop x for i < 3i64 do loop y = tabulate n (\\q -> x[q]) for j < i do map (+ 1) x", "back: [n]. [n]f64 -> [n]f64"},
	{"def backlet [n] (x: [n]f64) = loop x for i < 3i64 do let z = map (+ 1) x in loop y = tabulate n (\\q -> x[q]) for j < i do map2 (+) z y", "backlet: [n]. [n]f64 -> [n]f64"},
	{"def inmap [n] [m] (xs: [n][m]f64) = map (\\x -> loop x for i < 3i64 do loop x for j < i do tabulate m (\\q -> x[q])) xs", "inmap: [n] [m]. [n][m]f64 -> *[n][m]f64"},
	{"def const3 = loop x = [1, 2, 3i64] for i < 3i64 do loop x for j < i do iota 3", "const3: [3]i64"},
	{"def sum [n] [m] (x: [n]f64) (y: [m]f64) = loop (x, y) = (x, y) for i < 3i64 do let z = (loop z = x ++ y for j < i do tabulate (n + m) (\\q -> z[q])) in (take n z, drop n z :> [m]f64)", "sum: [n] [m]. [n]f64 -> [m]f64 -> ([n]f64, [m]f64)"},
	{"def seq2 [n] (x: [n]f64) = let a = loop x for i < 3i64 do loop x for j < i do tabulate n (\\q -> x[q]) in loop a for i < 3i64 do loop a for j < i do map (+ 1) (tabulate n (\\q -> a[q] + x[q]))", "seq2: [n]. [n]f64 -> [n]f64"},
	// Several parameters, some of which may vary.
	{"def tup [n] [m] (x: [n]f64) (y: [m]f64) = loop (x, y) = (x, y) for i < 3i64 do loop (x, y) for j < i do (tabulate n (\\q -> x[q]), tabulate m (\\q -> y[q]))", "tup: [n] [m]. [n]f64 -> [m]f64 -> ([n]f64, [m]f64)"},
	{"def tupswap [n] (x: [n]f64) (y: [n]f64) = loop (x, y) = (x, y) for i < 3i64 do loop (x, y) for j < i do (y, x)", "tupswap: [n]. [n]f64 -> [n]f64 -> ([n]f64, [n]f64)"},
	{"def tupone [n] [m] (x: [n]f64) (y: [m]f64) = loop (x, y) = (x, y) for i < 3i64 do loop (x, y) for j < i do (tabulate n (\\q -> x[q]), filter (> 0) y)", "tupone: [n] [m]. [n]f64 -> [m]f64 -> ([n]f64, []f64)"},
	{"def rec [n] (x: [n]f64) = loop r = {a = x, b = 0i64} for i < 3i64 do loop r for j < i do {a = tabulate n (\\q -> r.a[q]), b = r.b + 1}", "rec: [n]. [n]f64 -> {a: [n]f64, b: i64}"},
	{"type opt [n] = #some ([n]f64) | #none def sums [n] (o: i64) (x: [n]f64): opt [n] = loop s = (#some x: opt [n]) for i < o do match s case #none -> #none case #some x -> loop s = (#some x: opt [n]) for j < i do (match s case #some y -> #some (tabulate n (\\q -> y[q])) case #none -> #none)", "sums: [n]. i64 -> [n]f64 -> #none | #some [n]f64"},
	{"def mixed [n] (x: [n]f64) (y: [n]f64) = loop (x, y) = (x, y) for i < 3i64 do let z = (if i > 1 then x else y) in (z, filter (> 0) y)", "mixed: [n]. [n]f64 -> [n]f64 -> ([]f64, []f64)"},
	{"def mixed2 [n] (x: [n]f64) (y: [n]f64) = loop (x, y) = (x, y) for i < 3i64 do let z = (if i > 1 then y else x) in (filter (> 0) x, z)", "mixed2: [n]. [n]f64 -> [n]f64 -> ([]f64, []f64)"},
	{"def mixed3 [n] (x: [n]f64) (y: [n]f64) = loop (x, y) = (x, y) for i < 3i64 do let z = (loop z = x for j < i do tabulate n (\\q -> z[q])) in (z, filter (> 0) y)", "mixed3: [n]. [n]f64 -> [n]f64 -> ([n]f64, []f64)"},
	// Sizes that vary, though a branch or a loop inside suggests that they do not.
	{"def vary [n] (x: [n]f64) = loop x for i < 3i64 do let y = (loop x for j < i do tabulate n (\\q -> x[q])) in filter (> 0) y", "vary: [n]. [n]f64 -> []f64"},
	{"def varyif [n] (x: [n]f64) = loop x for i < 3i64 do let y = if i > 2 then x else tabulate n (\\q -> x[q]) in filter (> 0) y", "varyif: [n]. [n]f64 -> []f64"},
	{"def vary3 [n] (x: [n]f64) = loop x for i < 3i64 do loop y = x for j < i do filter (> 0) (loop z = y for k < j do tabulate n (\\q -> z[q]))", "vary3: [n]. [n]f64 -> []f64"},
	{"def varyout [n] (x: [n]f64) = loop x for i < 3i64 do filter (> 0) (loop y = x for j < i do (loop z = y for k < j do tabulate n (\\q -> z[q])))", "varyout: [n]. [n]f64 -> []f64"},
	{"def varyin [n] (x: [n]f64) = loop x for i < 3i64 do loop x for j < i do x ++ [1]", "varyin: [n]. [n]f64 -> []f64"},
	{"def varytail [n] (x: [n]f64) = loop x for i < 3i64 do let y = (loop x for j < i do (tabulate n (\\q -> x[q]))) in y ++ [1]", "varytail: [n]. [n]f64 -> []f64"},
	{"def lenx (x: []f64) = loop x for i < 3i64 do loop x for j < i do tabulate (length x) (\\q -> x[q] + 1.0)", "lenx: [n]. [n]f64 -> []f64"},
	{"def f [n] (x: [n]i64) (y: [n]i64) = (loop (a, b) = (x, filter (> 0) x) for i < 3i64 do (b, (loop (c, d) = (y, a) for j < i do (a, tabulate n (\\q -> d[q]))).1)).0", "f: [n]. [n]i64 -> [n]i64 -> []i64"},
	// A size that is declared, where nothing else says that the loop starts with it.
	{"def f [n] (ys: [n]f64) (x: []f64) = map2 (+) ys (loop (x: [n]f64) for i < 3i64 do map (+ 1) ys)", "f: [n]. [n]f64 -> [n]f64 -> *[n]f64"},
}

func TestLoopSizes(t *testing.T) { sameTypes(t, loopSizes) }
