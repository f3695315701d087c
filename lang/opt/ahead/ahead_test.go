package ahead_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/opt/ahead"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// about compares results up to the rounding of sums in another order.
func about(want, got value.Value) error { return value.Compare(want, got, 1e-9) }

// TestGolden runs the cases testdata/ahead.
func TestGolden(t *testing.T) {
	corepass.Language(about).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "ahead", Fn: ahead.Sums}})
}

// TestRandomTriangles: substitutions along rows and columns, upwards and downwards, and what only looks like them, keep their meaning and their failures.
func TestRandomTriangles(t *testing.T) {
	for _, c := range []struct {
		text  func(*rand.Rand) string
		least int
	}{{vector, 50}, {row, 30}, {adding, 40}} {
		if changed := corepass.Random(t, 800, 7, c.text, arguments, ahead.Sums, about); changed < c.least {
			t.Errorf("only %d programs have sums that are taken ahead", changed)
		}
	}
}

func pick(r *rand.Rand, xs ...string) string { return xs[r.IntN(len(xs))] }

// arguments are a size, a matrix and a vector; some numbers are infinite.
func arguments(r *rand.Rand) []value.Value {
	n := r.Int64N(7)
	reals := func(shape ...int64) value.Value {
		count := int64(1)
		for _, d := range shape {
			count *= d
		}
		xs := make([]prim.Scalar, count)
		for k := range xs {
			x := 0.5 + r.Float64()
			if r.IntN(60) == 0 {
				x = math.Inf(1)
			}
			xs[k] = prim.Float(prim.F64, x)
		}
		return value.FromScalars(prim.F64, shape, xs)
	}
	return []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), reals(n, n), reals(n)}
}

// vector is a program whose loop writes an element of a vector in each iteration.
func vector(r *rand.Rand) string {
	out := &strings.Builder{}
	bound := pick(r, "n", "n", "less", "c")
	fmt.Fprintf(out, `fun main (n: i64) (a: [n][n]f64) (b: [n]f64) : (r: [n]f64) =
  let (c: i64) = sub.i64 n 1
  let (low: bool) = lt.i64 c 0
  let (less: i64) = max.i64 c 0
  let (x0: [n]f64) = %s
  let (x: [n]f64) = loop (x: [n]f64 = x0) for (k: i64) < %s do
`, pick(r, "replicate [n] 0.0f64", "copy b"), bound)
	i := pick(r, "add.i64 k 0", "sub.i64 c k", "add.i64 k 1")
	fmt.Fprintf(out, "      let (i: i64) = %s\n", i)
	terms(r, out, i, "x")
	fmt.Fprintf(out, `      let (y: f64) = b[i]
      let (z: f64) = sub.f64 y s
      let (d: f64) = a[i, i]
      let (v: f64) = div.f64 z d
      let (x1: [n]f64) = x with [%s] = v
      in (x1)
  in (x)
`, pick(r, "i", "i", "i", "i", "k"))
	return out.String()
}

// row is a program that writes the elements of a row of the matrix whose columns it sums.
func row(r *rand.Rand) string {
	out := &strings.Builder{}
	bound := pick(r, "h", "left", "n")
	i := pick(r, map[string]string{"h": "add.i64 k 0", "left": "add.i64 k h", "n": "add.i64 k 0"}[bound], "sub.i64 c k")
	fmt.Fprintf(out, `fun main (n: i64) (m: [n][n]f64) (b: [n]f64) : (r: [n][n]f64) =
  let (m0: [n][n]f64) = copy m
  let (r: [n][n]f64) = loop (a0: [n][n]f64 = m0) for (h: i64) < n do
      let (left: i64) = sub.i64 n h
      let (c: i64) = sub.i64 h 1
      let (a: [n][n]f64) = loop (a: [n][n]f64 = a0) for (k: i64) < %s do
          let (i: i64) = %s
`, bound, i)
	terms(r, out, i, pick(r, "h", "h", "h", "k"))
	fmt.Fprintf(out, `          let (y: f64) = a[h, i]
          let (v: f64) = sub.f64 y s
          let (x1: [n][n]f64) = a with [h, %s] = v
          in (x1)
      in (a)
  in (r)
`, pick(r, "i", "i", "i", "k"))
	return out.String()
}

// adding is a program whose iterations add to the elements of later ones.
func adding(r *rand.Rand) string {
	out := &strings.Builder{}
	line := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	bound := pick(r, "n", "n", "n", "less")
	line("fun main (n: i64) (a: [n][n]f64) (b: [n]f64) : (r: [n]f64) (q: [n]f64) =")
	line("let (c: i64) = sub.i64 n 1\nlet (less: i64) = max.i64 c 0\nlet (x0: [n]f64) = copy b\nlet (y0: [n]f64) = replicate [n] 0.25f64")
	line("let (x: [n]f64) (y: [n]f64) = loop (x: [n]f64 = x0) (y: [n]f64 = y0) for (k: i64) < %s do", bound)
	up := r.IntN(2) == 0
	line("let (i: i64) = %s", map[bool]string{true: "add.i64 k 0", false: "sub.i64 c k"}[up])
	line("let (g: f64) = x[%s]", pick(r, "i", "i", "i", "i", "i", "k"))
	if r.IntN(8) == 0 {
		line("let (o: f64) = x[%s]\nlet (g: f64) = add.f64 g o", pick(r, "c", "k", "i"))
	}
	line("let (d: f64) = a[i, i]\nlet (v: f64) = %s", pick(r, "div.f64 g d", "mul.f64 g 0.5f64"))
	val, x := pick(r, "v", "v", "v", "g", "d"), "x1"
	switch r.IntN(4) {
	case 0:
		val, x = pick(r, "g", "g", "v"), "x"
	case 1:
		line("let (x1: [n]f64) = x with [%s] = v", pick(r, "i", "0"))
	default:
		line("let (x1: [n]f64) = x with [i] = v")
	}
	line("let (y1: [n]f64) = y with [%s] = %s", pick(r, "i", "i", "k"), pick(r, "v", "g"))
	line("let (next: i64) = add.i64 i 1\nlet (rest: i64) = sub.i64 n next\nlet (left: i64) = sub.i64 %s k\nlet (left: i64) = sub.i64 left 1", bound)
	start, count := pick(r, "next", "0", "i", "next"), pick(r, "rest", "left", "i", "0")
	if r.IntN(4) > 0 {
		if start, count = "next", "left"; !up {
			start, count = "0", "left"
		}
	}
	op, coefficient := pick(r, "sub", "add"), pick(r, "a[j, i]", "a[j, i]", "a[i, j]", "b[j]")
	line("let (s: i64) = add.i64 %s 0", start)
	if r.IntN(2) == 0 {
		line("let (x9: [n]f64) = loop (z: [n]f64 = %s) for (p: i64) < %s do", x, count)
		line("let (j: i64) = %s.i64 s p\nlet (t: f64) = z[%s]\nlet (f: f64) = %s\nlet (f: f64) = mul.f64 f %s\nlet (u: f64) = %s.f64 t f", pick(r, "add", "add", "add", "sub"), pick(r, "j", "j", "j", "p"), coefficient, val, op)
		line("let (z1: [n]f64) = z with [%s] = u\nin (z1)", pick(r, "j", "j", "j", "p"))
	} else {
		line("let (m: [%s]f64) = %s[%s : %s : 1]\nlet (is: [%s]i64) = iota.i64 %s 0 1", count, x, pick(r, "s", "s", "s", "s", "0"), count, count, count)
		if r.IntN(6) == 0 {
			line("let (w: f64) = reduce %s (m) (0.0f64) (\\(p: f64) (q: f64) : (f64) -> let (o: f64) = add.f64 p q in (o))", count)
			line("let (y1: [n]f64) = y1 with [k] = w")
		}
		line("let (ts: [%s]f64) = map %s (is, m) (\\(p: i64) (t: f64) : (f64) ->", count, count)
		line("let (j: i64) = add.i64 s p\nlet (f: f64) = %s\nlet (f: f64) = mul.f64 f %s\nlet (u: f64) = %s.f64 t f\nin (u))", coefficient, val, op)
		line("let (x9: [n]f64) = %s with [%s : %s : 1] = ts", x, pick(r, "s", "s", "s", "0"), count)
	}
	line("in (x9, y1)\nin (x, y)")
	return out.String()
}

// terms adds the statements of a sum s where the place of an iteration is i: of so many terms from a place on, upwards or downwards; half of them are
// as many as a substitution has.
func terms(r *rand.Rand, out *strings.Builder, i, x string) {
	line := func(format string, args ...any) { fmt.Fprintf(out, "      "+format+"\n", args...) }
	line("let (up: i64) = add.i64 i 1")
	line("let (back: i64) = sub.i64 k 1")
	start, op, count := pick(r, "up", "0", "0", "0", "c", "back", "i"), pick(r, "add", "add", "sub"), pick(r, "k", "back", "i", "h", "h", "n", "n")
	if r.IntN(2) == 0 {
		op, count = pick(r, "add", "sub"), "k"
		start = map[string]string{"add.i64 k 0 add": "0", "add.i64 k 0 sub": "back", "sub.i64 c k add": "up", "sub.i64 c k sub": "c"}[i+" "+op]
		if start == "" {
			start, op, count = "0", "add", "h"
		}
	}
	switch r.IntN(4) { // sums to and from the diagonal
	case 0:
		start, op, count = "i", "add", "rest"
	case 1:
		start, op, count = "0", "add", pick(r, "next", "k", "second")
	}
	whole := pick(r, "h", "n")
	if x == "x" { // no matrix is gone through by rows
		whole, count = "n", strings.Replace(count, "h", "n", 1)
	}
	line("let (rest: i64) = sub.i64 %s k", whole)
	line("let (next: i64) = add.i64 k 1")
	line("let (second: i64) = add.i64 k 2")
	element, factor := pick(r, "x[e]", "x[e]", "x[e]", "b[e]"), "x[back]"
	if x != "x" {
		element, factor = fmt.Sprintf("a[%s, e]", x), "a[h, back]"
	}
	coefficient := pick(r, "a[e, i]", "a[e, i]", "a[e, i]", "a[i, e]", "a[e, k]", "a[k, i]")
	if op == "add" && r.IntN(3) == 0 && coefficient == "a[e, i]" {
		line("let (t0: [n][n]f64) = rearrange (1, 0) a")
		line("let (t1: [n]f64) = t0[i]")
		line("let (t2: [%s]f64) = t1[%s : %s : 1]", count, start, count)
		if x == "x" {
			line("let (u1: [n]f64) = x[0 : n : 1]")
		} else {
			line("let (u1: [n]f64) = a[%s]", x)
		}
		line("let (u2: [%s]f64) = u1[%s : %s : 1]", count, start, count)
		line("let (m: [%s]f64) = map %s (t2, u2) (\\(p: f64) (q: f64) : (f64) -> let (o: f64) = mul.f64 p q in (o))", count, count)
		line("let (s: f64) = reduce %s (m) (0.0f64) (\\(p: f64) (q: f64) : (f64) -> let (o: f64) = add.f64 p q in (o))", count)
		return
	}
	line("let (s: f64) = loop (s: f64 = %s) for (j: i64) < %s do", pick(r, "0.0f64", "1.5f64"), count)
	line("    let (e: i64) = %s.i64 %s j", op, start)
	line("    let (p: f64) = %s", coefficient)
	line("    let (q: f64) = %s", element)
	if r.IntN(8) == 0 {
		line("    let (few: bool) = lt.i64 e 3")
		line("    let () = assert few \"too many\" ()")
	}
	line("    let (o: f64) = mul.f64 p q")
	if r.IntN(3) == 0 {
		line("    let (f: f64) = %s", pick(r, "b[i]", "b[e]", "b[k]", factor))
		line("    let (o: f64) = mul.f64 o f")
	}
	line("    let (t: f64) = %s.f64 s o", pick(r, "add", "sub"))
	line("    in (t)")
}
