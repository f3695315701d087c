package eval_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"raido/lang/core/coretest"
	"raido/lang/core/verify"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/prim"
	"raido/lang/value"
)

const recursive = `
fun fact (n: i64) : (r: i64) =
  let (c: bool) = le.i64 n 1
  let (r: i64) = if c then in (1) else
    let (m: i64) = sub.i64 n 1
    let (s: i64) = call fact (m)
    let (p: i64) = mul.i64 s n
    in (p)
  in (r)
fun fib (n: i64) : (r: i64) =
  let (c: bool) = lt.i64 n 2
  let (r: i64) = if c then in (n) else
    let (a: i64) = sub.i64 n 1
    let (b: i64) = sub.i64 n 2
    let (x: i64) = call fib (a)
    let (y: i64) = call fib (b)
    let (s: i64) = add.i64 x y
    in (s)
  in (r)
fun gcd (a: i64) (b: i64) : (r: i64) =
  let (c: bool) = eq.i64 b 0
  let (r: i64) = if c then in (a) else
    let (m: i64) = mod.i64 a b
    let (g: i64) = call gcd (b, m)
    in (g)
  in (r)
fun even (n: i64) : (r: bool) =
  let (c: bool) = eq.i64 n 0
  let (r: bool) = if c then in (true) else
    let (m: i64) = sub.i64 n 1
    let (o: bool) = call odd (m)
    in (o)
  in (r)
fun odd (n: i64) : (r: bool) =
  let (c: bool) = eq.i64 n 0
  let (r: bool) = if c then in (false) else
    let (m: i64) = sub.i64 n 1
    let (o: bool) = call even (m)
    in (o)
  in (r)
fun halves (n: i64) (xs: [n]i64) : (l: i64) (rs: [l]i64) (k: i64) =
  let (c: bool) = le.i64 n 1
  let (l: i64) (rs: [l]i64) (k: i64) = if c then in (n, xs, 0) else
    let (h: i64) = div.i64 n 2
    let (g: i64) = sub.i64 n h
    let (as: [h]i64) = xs[0 : h : 1]
    let (bs: [g]i64) = xs[h : g : 1]
    let (la: i64) (ra: [la]i64) (ka: i64) = call halves (h, as)
    let (lb: i64) (rb: [lb]i64) (kb: i64) = call halves (g, bs)
    let (l: i64) = add.i64 la lb
    let (rs: [l]i64) = concat l (rb, ra)
    let (k: i64) = add.i64 ka kb
    let (k1: i64) = add.i64 k 1
    in (l, rs, k1)
  in (l, rs, k)
`

func TestRecursion(t *testing.T) {
	for _, c := range []struct{ main, want string }{
		{"fun main : (r: i64) = let (r: i64) = call fact (20) in (r)", "2432902008176640000i64"},
		{"fun main : (r: i64) = let (r: i64) = call fib (20) in (r)", "6765i64"},
		{"fun main : (r: i64) = let (r: i64) = call gcd (1071, 462) in (r)", "21i64"},
		{"fun main : (r: bool) (s: bool) = let (r: bool) = call even (1001) let (s: bool) = call odd (1001) in (r, s)", "false true"},
		{`fun main : (r: [6]i64) = let (xs: [6]i64) = iota.i64 6 1 1
			let (r: [6]i64) = map 6 (xs) (\(x: i64) : (i64) -> let (f: i64) = call fact (x) in (f)) in (r)`,
			"[1i64, 2i64, 6i64, 24i64, 120i64, 720i64]"},
		{`fun main : (l: i64) (r: [l]i64) (k: i64) = let (xs: [5]i64) = iota.i64 5 0 1
			let (l: i64) (r: [l]i64) (k: i64) = call halves (5, xs) in (l, r, k)`,
			"5i64 [4i64, 3i64, 2i64, 1i64, 0i64] 4i64"},
	} {
		p := coretest.Parse(t, recursive+c.main)
		if err := verify.Prog(p); err != nil {
			t.Fatal(err)
		}
		prog := eval.Compile(p)
		for range 2 {
			out, err := prog.Run(context.Background(), nil)
			if err != nil {
				t.Fatalf("%s\n%v", c.main, err)
			}
			var texts []string
			for _, v := range out {
				texts = append(texts, value.Print(v))
			}
			if got := strings.Join(texts, " "); got != c.want {
				t.Errorf("%s\n%s, want %s", c.main, got, c.want)
			}
		}
	}
}

// A function that calls itself in the else branch below other branches, so that each call takes much of Go's
// stack.
func deepCalls(nested int) string {
	body := "let (m: i64) = add.i64 n 1 let (r: i64) = call f (m) let (s: i64) = add.i64 r 1 in (s)"
	for i := range nested {
		body = fmt.Sprintf("let (c%d: bool) = eq.i64 n -1 let (r: i64) = if c%[1]d then in (0) else %s in (r)", i, body)
	}
	return "fun f (n: i64) : (r: i64) = " + body + " fun main : (r: i64) = let (r: i64) = call f (0) in (r)"
}

func TestEndlessRecursion(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles very large programs")
	}
	for _, nested := range []int{0, 1, 30} {
		_, err := eval.Run(context.Background(), coretest.Parse(t, deepCalls(nested)), nil)
		var d *diag.Diag
		if !errors.As(err, &d) || d.Class != diag.Runtime || !strings.Contains(d.Msg, "f calls itself too deeply: ") || d.Hint == "" {
			t.Errorf("%d: %v", nested, err)
		}
	}
}

func TestDeepRecursion(t *testing.T) {
	p := coretest.Parse(t, recursive+"fun main (n: i64) : (r: bool) = let (r: bool) = call even (n) in (r)")
	out, err := eval.Run(context.Background(), p, []value.Value{value.Scalar{Scalar: prim.Int(prim.I64, 90_000)}})
	if err != nil || value.Print(out[0]) != "true" {
		t.Error(out, err)
	}
}

func TestRecursionFails(t *testing.T) {
	p := coretest.Parse(t, "fun f (n: i64) : (r: i64) = let (q: i64) = div.i64 100 n let (m: i64) = sub.i64 n 1 let (r: i64) = call f (m) in (r)"+
		" fun main : (r: i64) = let (r: i64) = call f (2000) in (r)")
	_, err := eval.Run(context.Background(), p, nil)
	if err == nil || !strings.Contains(err.Error(), "zero") {
		t.Error(err)
	}
}

func TestInterruptRecursion(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	p := coretest.Parse(t, recursive+"fun main : (r: i64) = let (r: i64) = call fib (80) in (r)")
	_, err := eval.Run(ctx, p, nil)
	var d *diag.Diag
	if !errors.As(err, &d) || d.Class != diag.Interrupt {
		t.Error(err)
	}
}
