package gather_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/opt/gather"
	"raido/lang/value"
	"raido/tests/golden/corepass"
)

// close compares numbers: zeros of both signs are the same.
func close(want, got value.Value) error {
	a, b := coretest.Floats(want), coretest.Floats(got)
	if len(a) != len(b) {
		return fmt.Errorf("%d numbers, wanted %d", len(b), len(a))
	}
	for i := range a {
		if !coretest.Near(a[i], b[i], 1e-12) {
			return fmt.Errorf("%v, wanted %v", b, a)
		}
	}
	return nil
}

// TestRandomChoices: derivatives of loops that keep numbers or take others, and of elements that are chosen from rows, are the same; so are indices
// that go with their elements.
func TestRandomChoices(t *testing.T) {
	for _, c := range []struct {
		name  string
		text  func(*rand.Rand) string
		pass  func(*core.Prog) *core.Prog
		least int
	}{
		{"loops", choosingLoop, gather.Chosen, 100},
		{"rows", choosingRows, gather.ChosenRows, 150},
		{"indices", choosingRows, gather.Pairs, 150},
	} {
		args := func(rng *rand.Rand) []value.Value {
			n, m := rng.Int64N(5), rng.Int64N(4)
			return []value.Value{coretest.I64(n), coretest.I64(m), coretest.F64(0.5), coretest.Quarters(rng, n), coretest.Quarters(rng, m)}
		}
		if changed := corepass.Random(t, 500, 31, c.text, args, c.pass, close); changed < c.least {
			t.Errorf("%s: only %d programs change", c.name, changed)
		}
	}
}

// derivative is a program that takes the derivative of a sum over points of what body computes, with a number p and arrays xs and ys.
func derivative(body string) string {
	return fmt.Sprintf(`fun main (n: i64) (m: i64) (c: f64) (xs: [n]f64) (ys: [m]f64) : (r: f64) (cBar: f64) (xBar: [n]f64) (yBar: [m]f64) =
let (r: f64) (cBar: f64) (xBar: [n]f64) (yBar: [m]f64) = vjp (\(c: f64) (xs: [n]f64) (ys: [m]f64) : (f64) ->
%slet (sum: f64) = reduce m (rs) (0.0) (\(a: f64) (b: f64) : (f64) -> let (z: f64) = add.f64 a b in (z))
in (sum)) (c, xs, ys) (1.0)
in (r, cBar, xBar, yBar)`, body)
}

// choosingLoop has a loop for each point, which keeps numbers or takes others under conditions on both, or does neither of these.
func choosingLoop(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	var b strings.Builder
	id := 0
	names := []string{"p", "x", "c", "u"}
	var choice func(depth int)
	choice = func(depth int) {
		id++
		k := id
		if depth == 0 || rng.IntN(4) == 0 {
			switch {
			case rng.IntN(2) == 0:
				fmt.Fprintf(&b, "in (t, v, j)\n")
			case rng.IntN(12) == 0: // keeps one and takes the other
				fmt.Fprintf(&b, "in (t, u, i)\n")
			case rng.IntN(12) == 0: // takes what depends on what it has
				fmt.Fprintf(&b, "let (w%d: f64) = add.f64 t u in (w%d, u, i)\n", k, k)
			default:
				fmt.Fprintf(&b, "let (w%d: f64) = mul.f64 %s %s in (u, w%d, i)\n", k, pick(names...), pick(names...), k)
			}
			return
		}
		fmt.Fprintf(&b, "let (c%d: bool) = lt.f64 %s %s\n", k, pick("u", "t", "x", "v"), pick("t", "u", "0.25", "c"))
		fmt.Fprintf(&b, "let (a%d: f64) (b%d: f64) (k%d: i64) = if c%d then\n", k, k, k, k)
		choice(depth - 1)
		fmt.Fprintf(&b, "else\n")
		choice(depth - 1)
		fmt.Fprintf(&b, "in (a%d, b%d, k%d)\n", k, k, k)
	}
	choice(1 + rng.IntN(3))
	return derivative(fmt.Sprintf(`let (rs: [m]f64) = map m (ys) (\(p: f64) : (f64) ->
let (t: f64) (v: f64) (j: i64) = loop (t: f64 = %s) (v: f64 = p) (j: i64 = -1) for (i: i64) < n do
let (x: f64) = xs[i]
let (u: f64) = %s.f64 x p
%slet (f: f64) = to_f64.i64 j
let (g: f64) = mul.f64 t v
let (h: f64) = add.f64 f g
in (h))
`, pick("1.5", "c", "p"), pick("mul", "add", "sub"), b.String()))
}

// choosingRows computes rows, chooses an element of each by indices or a loop, and computes with it, under a condition or not; at times with more of the row.
func choosingRows(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	less := pick("let (b: bool) = lt.f64 e f", "let (b: bool) = le.f64 f e", "let (d: f64) = ts[j] let (b: bool) = lt.f64 d f")
	index := fmt.Sprintf(`let (o: [n]i64) = iota.i64 n 0 1
let (k: i64) = reduce n (o) (0) (\(i: i64) (j: i64) : (i64) ->
let (e: f64) = ts[j]
let (f: f64) = ts[i]
%s
let (k: i64) = if b then in (j) else in (%s)
in (k))`, less, pick("i", "i", "i", "0"))
	if rng.IntN(4) == 0 {
		index = fmt.Sprintf("let (s: f64) = reduce n (ts) (0.0) (\\(a: f64) (b: f64) : (f64) -> let (z: f64) = max.f64 a b in (z)) let (k: i64) = to_i64.f64 %s", pick("s", "s", "-1.0"))
	}
	use := pick("let (y: f64) = mul.f64 t c", "let (y: f64) = add.f64 t t")
	read := "let (t: f64) = ts[k]\n" + use
	switch rng.IntN(5) {
	case 0:
		read = "let (b: bool) = lt.f64 p 0.5\nlet (y: f64) = if b then " + read + " in (y) else in (p)"
	case 1:
		read += "\nlet (z: f64) = reduce n (ts) (0.0) (\\(a: f64) (b: f64) : (f64) -> let (z: f64) = add.f64 a b in (z))\nlet (y: f64) = add.f64 y z"
	}
	return derivative(fmt.Sprintf(`let (tss: [m][n]f64) = map m (ys) (\(p: f64) : ([n]f64) ->
let (q: f64) = mul.f64 p c
let (ts: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (a: f64) = sub.f64 x q let (e: f64) = mul.f64 a %s in (e))
in (ts))
let (ks: [m]i64) = map m (tss) (\(ts: [n]f64) : (i64) ->
%s
in (k))
let (rs: [m]f64) = map m (tss, ks, ys) (\(ts: [n]f64) (k: i64) (p: f64) : (f64) ->
%s
in (y))
`, pick("a", "x", "p"), index, read))
}
