package lower_test

import (
	"strings"
	"testing"

	"raido/lang/core"
)

var recursivePrograms = []program{
	{"def fact (n: i64): i64 = if n <= 1 then 1 else n * fact (n - 1)\ndef main n = fact n", "20i64", "2432902008176640000i64"},
	{"def fib (n: i64): i64 = if n < 2 then n else fib (n-1) + fib (n-2)\ndef main n = map fib (iota n)", "8i64",
		"[0i64, 1i64, 1i64, 2i64, 3i64, 5i64, 8i64, 13i64]"},
	{"def ack (m: i64) (n: i64): i64 = if m == 0 then n + 1 else if n == 0 then ack (m-1) 1 else ack (m-1) (ack m (n-1))\ndef main m n = ack m n",
		"2i64 3i64", "9i64"},
	// The entry itself.
	{"def main (n: i64): i64 = if n == 0 then 0 else n + main (n-1)", "100i64", "5050i64"},
	// Sizes: existential, of a parameter, equal by the checker's word, named by an argument, of the input.
	{"def qsort [n] (xs: [n]i32): []i32 = if n <= 1 then xs else let p = xs[n/2]\n" +
		" in qsort (filter (< p) xs) ++ filter (== p) xs ++ qsort (filter (> p) xs)\ndef main (xs: []i32) = qsort xs",
		"[3i32, 1i32, 3i32, -2i32, 9i32]", "[-2i32, 1i32, 3i32, 3i32, 9i32]"},
	{"def halves [n] (xs: [n]i32): [n]i32 = if n <= 1 then xs else (halves xs[n/2:] ++ halves xs[:n/2]) :> [n]i32\ndef main (xs: []i32) = halves xs",
		"[1i32, 2i32, 3i32]", "[3i32, 2i32, 1i32]"},
	{"def pascal (n: i64): [n]i64 = if n == 0 then replicate n 0 else let p = pascal (n-1)\n" +
		" in tabulate n (\\i -> if i == 0 || i == n-1 then 1 else p[i-1] + p[i])\ndef main n = pascal n", "5i64", "[1i64, 4i64, 6i64, 4i64, 1i64]"},
	{"def up (n: i64): [n+1]i64 = if n == 0 then [7] :> [n+1]i64 else (up (n-1) ++ [n]) :> [n+1]i64\ndef main n = up n", "3i64", "[7i64, 1i64, 2i64, 3i64]"},
	{"def rev 'a [n] (xs: [n]a): [n]a = if n == 0 then xs else (rev (tail xs) ++ [head xs]) :> [n]a\n" +
		"def main [n] (xs: [n]i32) (ys: [n]f32) = unzip (rev (zip xs (map (\\y -> [y, y]) ys)))", "[1i32, 2i32] [1f32, 2f32]",
		"[2i32, 1i32]\n[[2.0f32, 2.0f32], [1.0f32, 1.0f32]]"},
	// Results that are records and sums.
	{"def f (n: i64) (a: {s: i64, t: [2]i64}): {s: i64, t: [2]i64} = if n == 0 then a else f (n-1) {s = a.s + n, t = [a.t[1], a.s]}\n" +
		"def main n = let r = f n {s = 0, t = [0, 0]} in (r.s, r.t)", "4i64", "10i64\n[7i64, 9i64]"},
	{"type o = #none | #some i64\ndef f (n: i64): o = if n == 0 then #none else match f (n-1) case #none -> #some n case #some k -> #some (k+n)\n" +
		"def main n = match f n case #none -> 0 case #some k -> k", "4i64", "10i64"},
	// What is updated in place is the function's own.
	{"def up [n] (i: i64) (xs: *[n]i64): *[n]i64 = if i >= n then xs else up (i+1) (xs with [i] = i * xs[i])\n" +
		"def main (xs: []i64) = (up 0 (copy xs), xs)", "[3i64, 4i64, 5i64]", "[0i64, 4i64, 10i64]\n[3i64, 4i64, 5i64]"},
	// Functions passed on unchanged, with what they capture.
	{"def rep 'a (f: a -> a) (n: i64) (x: a): a = if n == 0 then x else rep f (n-1) (f x)\n" +
		"def main (n: i64) (ys: []i64) = (rep (+ ys[1]) n 0, rep (map (+ 1)) n (copy ys), rep (\\x -> rep (\\y -> y + ys[0]) 2 x) n 1)",
		"3i64 [5i64, 6i64]", "18i64\n[8i64, 9i64]\n31i64"},
	{"def f (p: {g: i64 -> i64, k: i64}) (n: i64): i64 = if n == 0 then p.k else p.g (f p (n-1))\n" +
		"def main (a: i64) (xs: []i64) = f {g = \\x -> x + xs[0], k = a} 5", "1i64 [3i64]", "16i64"},
	// A captured array is not consumed.
	{"def pick (f: bool -> []i64) (n: i64): []i64 = if n == 0 then f true else pick f (n-1)\n" +
		"def main (xs: []i64) = let ys = map (+1) xs let s = copy (pick (\\b -> if b then ys else xs) 3) with [0] = 100 in (ys, s)",
		"[1i64, 2i64]", "[2i64, 3i64]\n[100i64, 3i64]"},
	{"def pick (f: bool -> []i64) (n: i64): i64 = if n == 0 then let a = copy (f (n == 0)) with [0] = 9 in a[0] else pick f (n-1) + (f true)[0]\n" +
		"def main (xs: []i64) = let ys = map (+1) xs in (pick (\\b -> if b then ys else xs) 3, ys)", "[1i64, 2i64]", "15i64\n[2i64, 3i64]"},
	// The functional argument calls the function around it: two functions that call each other.
	{"def rep (f: i64 -> i64) (n: i64) (x: i64): i64 = if n == 0 then x else rep f (n-1) (f x)\n" +
		"def nest (n: i64) (m: i64): i64 = if n == 0 then m else rep (\\x -> x + nest (n-1) (m+1)) 2 n\ndef main n = nest n 0", "2i64", "12i64"},
	// Constants are computed outside.
	{"def table = map (* 10) (iota 4)\ndef look (i: i64): i64 = if i >= 4 then 0 else table[i] + look (i+1)\ndef main (n: i64) = (look n, map look (iota n))",
		"2i64", "50i64\n[60i64, 60i64]"},
}

func TestRecursion(t *testing.T) {
	for _, p := range recursivePrograms {
		got, err := run(p)
		if err != nil {
			t.Errorf("%s\non %s: %v", p.src, p.in, err)
		} else if got != p.want {
			t.Errorf("%s\non %s gives\n%s\nwant\n%s", p.src, p.in, got, p.want)
		}
	}
}

// One function for all calls, and constants are no part of it.
func TestRecursiveFunctionsAreShared(t *testing.T) {
	p, _, err := compile("def table = map (* 10) (iota 4)\ndef look (i: i64): i64 = if i >= 4 then 0 else table[i] + look (i+1)\n" +
		"def main (n: i64) = look n + look (n + 1) + reduce (+) 0 (map look (iota n))")
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Funs) != 2 || p.Entry().Name != "main" || strings.Contains(core.PrintFun(p.Funs[0]), "iota") {
		t.Error(core.Print(p))
	}
}
