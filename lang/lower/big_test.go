package lower_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"raido/lang/core"
	"raido/lang/diag"
)

// long is a definition body of n additions to x, too long to be inlined.
func long(x string, n int) string { return x + strings.Repeat(" + 1", n) }

// Whole programs: several definitions, functions that are called, polymorphism, destruction.
var wholePrograms = []program{
	{"def f (x: i32) = " + long("x", 200) + "\ndef main (x: i32) = f x + f (x + 1)", "1i32", "403i32"},
	{"def f 'a [n] (k: i32) (xs: [n]a): (i32, [n]a, [n]a) = (" + long("k", 200) + ", xs, reverse xs)\n" +
		"def main (xs: []i32) (ys: [][]f64) = let (a, _, b) = f 0 xs let (_, c, d) = f 1 ys in (a, b, c, d)",
		"[1i32, 2i32] [[1.0], [2.0]]", "200i32\n[2i32, 1i32]\n[[1.0f64], [2.0f64]]\n[[2.0f64], [1.0f64]]"},
	{"def f [n] (k: i32) (xs: *[n]i32): *[n]i32 = xs with [0] = " + long("k", 200) + "\n" +
		"def main (xs: []i32) = let ys = copy xs in (f 1 ys, xs)", "[1i32, 2i32]", "[201i32, 2i32]\n[1i32, 2i32]"},
	{"def f (n: i64) = let k = " + long("n", 200) + " - 200 in iota k\n" +
		"def main (n: i64) = let a = f n let b = f (n + 1) in (length a, i64.sum b)", "3i64", "3i64\n6i64"},
	{"def f [n] (xs: [n]i32) = let k = " + long("0", 200) + " - 200 in map (+ k) xs\n" +
		"def main (xs: []i32) (ys: []i32) = (f xs ++ f ys, map2 (+) (f xs) xs)", "[1i32, 2i32] [3i32]", "[1i32, 2i32, 3i32]\n[2i32, 4i32]"},
	{"def f [n] (xs: [n]i32) = let k = " + long("0", 200) + " - 200 in filter (> k) xs\n" +
		"def main (xs: []i32) = let ys = f xs in (length ys, ys)", "[1i32, -2i32, 5i32]", "2i64\n[1i32, 5i32]"},
	{"type s = #a i32 | #b [2]f64\ndef f (x: i32): s = if " + long("x", 200) + " > 200 then #a x else #b [1, 2]\n" +
		"def main (x: i32) = match f x case #a n -> f64.i32 n case #b ys -> f64.sum ys", "0i32", "3.0f64"},
	{"def big = map (+ 1) [" + strings.Repeat("1, ", 200) + "1]\ndef main (i: i64) = big[i] + big[i + 1]", "3i64", "4i32"},
	{"def n = 3i64\ndef f (xs: [n]i32): [n]i32 = map2 (+) xs (replicate n 1)\ndef main (xs: [n]i32) = f xs", "[1i32, 2i32, 3i32]", "[2i32, 3i32, 4i32]"},
	{"def n = 3i64\ndef f (xs: [n]i32): [n]i32 = let k = " + long("0", 200) + " in map (+ k) xs\ndef main (xs: [n]i32) = f (f xs)", "[1i32, 2i32, 3i32]", "[401i32, 402i32, 403i32]"},
	{"def f [n] (xs: [n]i32) (ys: [n]i32) = (" + long("0", 200) + ", map2 (+) xs ys).1\n" +
		"def main (n: i64) = let k = n + 1 in f (replicate (n + 1) 1) (replicate k 2 :> [n + 1]i32)", "1i64", "[3i32, 3i32]"},
	// Chains of thousands of links.
	{"def main (x: i32) = " + strings.Repeat("let x = x + 1\n", 5000) + "in x", "1i32", "5001i32"},
	{"def main (x: i32) = " + strings.Repeat("if x < 0 then 1 else ", 2000) + "2", "1i32", "2i32"},
	{"def main (x: i32) = x" + strings.Repeat(" |> (+ 1)", 5000), "1i32", "5001i32"},
	{"def main (x: bool) = x" + strings.Repeat(" && x", 3000), "true", "true"},
	{"def main (i: i64) = [" + strings.Repeat("1, ", 50000) + "2][i]", "50000i64", "2i32"},
}

func TestWholePrograms(t *testing.T) {
	for _, p := range wholePrograms {
		got, err := run(p)
		if err != nil {
			t.Errorf("%.200s\non %s: %v", p.src, p.in, err)
		} else if got != p.want {
			t.Errorf("%.200s\non %s gives\n%s\nwant\n%s", p.src, p.in, got, p.want)
		}
	}
}

// A long definition is one function, however often it is used, once for each instantiation.
func TestFunctionsAreShared(t *testing.T) {
	src := "def f 'a (k: i32) (x: a) = (" + long("k", 200) + ", x)\n" +
		"def main (x: i32) (y: f64) = (f x x, f x y, f (x + 1) x, f x [x])"
	prog, _, err := compile(src)
	if err != nil {
		t.Fatal(err)
	}
	if len(prog.Funs) != 4 { // i32, f64, []i32, main
		t.Errorf("%d functions, want 4\n%s", len(prog.Funs), core.Print(prog))
	}
	for i, f := range prog.Funs {
		for _, g := range prog.Funs[:i] {
			if f.Name == g.Name {
				t.Errorf("two functions %s", f.Name)
			}
		}
	}
}

// Attributes say whether a definition is a function, whatever its size.
func TestInlineAttributes(t *testing.T) {
	src := "#[noinline] def f (x: i32) = x + 1\n#[inline] def g (x: i32) = " + long("x", 200) + "\ndef main (x: i32) = f (g x) + g (f x)"
	prog, _, err := compile(src)
	if err != nil {
		t.Fatal(err)
	}
	if len(prog.Funs) != 2 || prog.Funs[0].Name != "f" {
		t.Errorf("want f and main:\n%s", core.Print(prog))
	}
}

// Doubling definitions forty times must not double the program forty times.
func TestNoExponentialInlining(t *testing.T) {
	var b strings.Builder
	b.WriteString("def f0 (x: i64) = x + 1\n")
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, "def f%d (x: i64) = f%d x + f%d (x + 1)\n", i, i-1, i-1)
	}
	b.WriteString("def main (x: i64) = f40 x\n")
	start := time.Now()
	prog, _, err := compile(b.String())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range prog.Funs {
		core.Walk(f.Body, func(core.Stm) { n++ })
	}
	if n > 2000 || time.Since(start) > 5*time.Second {
		t.Errorf("%d statements in %v", n, time.Since(start))
	}
}

// What cannot be made small is refused, not run out of memory.
func TestHugeProgramIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles very large programs")
	}
	var b strings.Builder
	b.WriteString("def f0 (g: i64 -> i64) (x: i64) = g (g x)\n")
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, "def f%d (g: i64 -> i64) (x: i64) = f%d g (f%d g x)\n", i, i-1, i-1)
	}
	b.WriteString("def main (x: i64) = f40 (\\y -> y + x * y) x\n")
	_, _, err := compile(b.String())
	d, ok := err.(*diag.Diag)
	if !ok || d.Class != diag.Unsupported || d.Span.Source == nil {
		t.Errorf("error %v, want Unsupported with a place", err)
	}
}
