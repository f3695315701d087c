package tests

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"raido/ad/dual"
	"raido/backend"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/value"
)

// derivativesOf is a program with derivatives of a function by nested jvp, w1 to wk.
func derivativesOf(f string, k int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "def w0 (x: f64): f64 = %s\n", f)
	for i := 1; i <= k; i++ {
		fmt.Fprintf(&b, "def w%d (x: f64): f64 = jvp w%d x 1\n", i, i-1)
	}
	fmt.Fprintf(&b, "entry main (x: f64): f64 = w%d x\n", k)
	return b.String()
}

// TestNestedForward: the code of the k-th derivative by nested jvp grows like a small power of k, and its value is right.
func TestNestedForward(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	const x = 0.7
	for _, tc := range []struct {
		f    string
		want func(k int) float64 // nil: only the size is compared
		most func(k int) int     // statements after the passes
	}{
		{"f64.exp x", func(int) float64 { return math.Exp(x) }, func(int) int { return 2 }},
		{"f64.sin x", func(k int) float64 { return math.Sin(x + float64(k)*math.Pi/2) }, func(int) int { return 3 }},
		{"x * x * x", func(k int) float64 {
			return []float64{x * x * x, 3 * x * x, 6 * x, 6}[min(k, 3)] * map[bool]float64{true: 1}[k <= 3]
		}, func(int) int { return 4 }},
		{"1 + x * (2 + x * (3 + x * (4 + x * (5 + x * 6))))", nil, func(int) int { return 60 }},
		{"f64.sin (x * x) + f64.exp (x * f64.cos x)", nil, func(k int) int { return 20 + 8*k*k }},
		{"1 / (1 + f64.exp (-x))", nil, func(k int) int { return 20 + 2*k*k*k }},
		{"f64.sum (map2 (\\w b -> f64.tanh (w * x + b)) [0.5, 1, 2] [0.1, 0.2, 0.3])", nil, func(k int) int { return 40 + 40*k*k }},
	} {
		for _, k := range []int{1, 2, 3, 5, 8, 12, 20} {
			if k > 12 && tc.want == nil {
				continue
			}
			p := costEntry(t, derivativesOf(tc.f, k), "main")
			n := size(p)
			t.Logf("%s: derivative %d has %d statements", tc.f, k, n)
			if n > tc.most(k) {
				t.Errorf("%s: derivative %d has %d statements, more than %d", tc.f, k, n, tc.most(k))
			}
			if tc.want == nil {
				continue
			}
			out, _, err := eval.RunCounted(context.Background(), p, []value.Value{value.Scalar{Scalar: prim.Float(prim.F64, x)}})
			if err != nil {
				t.Fatal(err)
			}
			if got := out[0].(value.Scalar).Float64(); math.Abs(got-tc.want(k)) > 1e-9 {
				t.Errorf("%s: derivative %d is %v, want %v", tc.f, k, got, tc.want(k))
			}
		}
	}
}

// nestedIn is a program with derivatives of a function f by modes in turn, w1 to wk.
func nestedIn(f string, modes []string, k int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "def w0 (x: f64): f64 = %s\n", f)
	for i := range k {
		fmt.Fprintf(&b, "def w%d (x: f64): f64 = %s w%d x 1\n", i+1, modes[i%len(modes)], i)
	}
	fmt.Fprintf(&b, "entry main (x: f64): f64 = w%d x\n", k)
	return b.String()
}

// nestedFunctions are functions of a number, each with another construct.
var nestedFunctions = map[string]string{
	"product":  "f64.sin (x * x) + f64.exp (x * f64.cos x)",
	"root":     "f64.sqrt (1 + x * x)",
	"tuple":    "let (a, b) = (x * x, f64.sin x) let (c, d) = (a * b, a - b) in c * f64.exp d",
	"record":   "let r = {a = x * x, b = f64.sin x} let s = {a = r.a * r.b, b = r.a + r.b} in s.a * f64.exp s.b",
	"if":       "if x < 1 then f64.sin (x * x) else f64.exp (x * x)",
	"for":      "loop y = x for i < 5 do f64.sin (y * x)",
	"while":    "loop y = x while y < 10 do y * y + 1 + x",
	"pairs":    "(loop (y, z) = (x, 1) for i < 5 do (f64.sin (z * x), y * z)).0",
	"rows":     "f64.sum (flatten (loop ys = tabulate_2d 4 5 (\\i j -> x * f64.i64 (i+j)) for i < 4 do ys with [i] = map f64.sin ys[(i+1)%4]))",
	"elements": "f64.sum (loop ys = replicate 3 x for i < 3 do ys with [i] = f64.sin (ys[i] * ys[(i+1)%3]))",
	"map":      "f64.sum (map (\\i -> f64.sin (x * f64.i64 i)) (iota 10))",
	"reduce":   "f64.product (map (\\i -> x + f64.i64 i) (iota 4))",
	"operator": "reduce (\\a b -> a + b + a * b) 0 (map (\\i -> x * f64.i64 i) (iota 4))",
	"scan":     "f64.sum (scan (*) 1 (map (\\i -> x + f64.i64 i) (iota 4)))",
	"hist":     "f64.sum (map (\\y -> y * y) (reduce_by_index (replicate 3 0) (+) 0 (map (%3) (iota 10)) (map (\\i -> f64.sin (x * f64.i64 i)) (iota 10))))",
	"gradient": "f64.sum (vjp (\\xs -> f64.sum (map (\\y -> f64.sin (y * y)) xs)) (map (\\i -> x * f64.i64 i) (iota 4)) 1)",
}

// TestNestedGrowth: in whatever modes derivatives are nested, the code of the 2n-th is that of the n-th times a small power of
// two, and values are those of dual numbers and tapes.
func TestNestedGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles very large programs")
	}
	in := []value.Value{value.Scalar{Scalar: prim.Float(prim.F64, 0.7)}}
	for name, f := range nestedFunctions {
		for _, modes := range [][]string{{"jvp"}, {"vjp"}, {"jvp", "vjp"}, {"vjp", "jvp"}} {
			n, twice := size(costEntry(t, nestedIn(f, modes, 6), "main")), size(costEntry(t, nestedIn(f, modes, 12), "main"))
			t.Logf("%s, %v: %d statements at depth 6, %d at 12", name, modes, n, twice)
			if twice > 16*n {
				t.Errorf("%s, %v: %d statements at depth 6, %d at 12", name, modes, n, twice)
			}
			got, err := eval.Run(context.Background(), costEntry(t, nestedIn(f, modes, 4), "main"), in)
			if err != nil {
				t.Fatal(err)
			}
			lowered, err := lowerEntry(t, nestedIn(f, modes, 4))
			if err != nil {
				t.Fatal(err)
			}
			want, err := dual.Run(context.Background(), lowered, in)
			if err != nil {
				t.Fatal(err)
			}
			if x, y := got[0].(value.Scalar).Float64(), want[0].(value.Scalar).Float64(); !(math.Abs(x-y) <= 1e-9*(1+math.Abs(y))) {
				t.Errorf("%s, %v: derivative 4 is %v, by dual numbers and tapes %v", name, modes, x, y)
			}
		}
	}
}

func size(p *core.Prog) int {
	n := 0
	for _, f := range p.Funs {
		core.Walk(f.Body, func(core.Stm) { n++ })
	}
	return n
}

func lowerEntry(t *testing.T, text string) (*core.Prog, error) {
	t.Helper()
	p, ds := load.New().Program("nested.fut", text)
	if es := ds.Errors(); len(es) > 0 {
		t.Fatalf("%v\n%s", ds, text)
	}
	prog, _, err := lower.Program(p.Entries[0])
	return prog, err
}

// TestNestedTooDeep: where derivatives by arrays, or in ever other directions, are nested deeply, an error says where and why, and
// an interrupt ends what would take long.
func TestNestedTooDeep(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles very large programs")
	}
	deep := func(first, step string) string {
		var b strings.Builder
		b.WriteString(first + "\n")
		for i := 1; i <= 20; i++ {
			fmt.Fprintf(&b, step+"\n", i, i-1)
		}
		return b.String() + "entry main (xs: []f64) = w20 xs\n"
	}
	for name, text := range map[string]string{
		"gradients":  deep("def w0 [n] (xs: [n]f64) = f64.product (map f64.sin xs)", "def w%d [n] (xs: [n]f64) = f64.sum (vjp w%d xs 1)"),
		"directions": deep("def w0 (d: []f64) = f64.sin (d[0] * d[0])", "def w%d (d: []f64) = jvp (\\x -> w%d (copy d with [0] = x)) d[0] d[%[1]d]"),
	} {
		lowered, err := lowerEntry(t, text)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		_, err = backend.Passes(lowered)
		whole := time.Since(start)
		var d *diag.Diag
		if !errors.As(err, &d) || d.Code != "E1105" || d.Hint == "" || d.Span.Source == nil {
			t.Errorf("%s: %v", name, err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), whole/8)
		err = diag.Interruptible(ctx, func() error { _, err := backend.Passes(lowered); return err })
		cancel()
		if !errors.As(err, &d) || d.Class != diag.Interrupt {
			t.Errorf("%s, interrupted: %v", name, err)
		}
	}
}

// TestNestedCalls: a chain of functions each of which calls the one before twice is as long as it is written, not 2^n times; its
// derivatives are those of the function of numbers.
func TestNestedCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles very large programs")
	}
	chain := func(k int) string {
		var b strings.Builder
		b.WriteString("def w0 (x: f64): f64 = f64.sin (f64.cos (x * x) + f64.exp (x * f64.sqrt (x + 1)) * f64.log (1 + x * x)) / (2 + f64.tanh x)\n")
		for i := 1; i <= k; i++ {
			fmt.Fprintf(&b, "def w%d x = w%d (w%[2]d x)\n", i, i-1)
		}
		return b.String()
	}
	for _, mode := range []string{"jvp", "vjp"} {
		if n := size(costEntry(t, chain(30)+"entry main (x: f64) = "+mode+" w30 x 1", "main")); n > 10_000 {
			t.Errorf("%s: %d statements", mode, n)
		}
	}
	for i, text := range []string{
		chain(14) + "entry main (x: f64) = jvp w14 x 1 - vjp w14 x 1",
		chain(14) + "entry main (x: f64) = (w14 (x + 1e-6) - w14 (x - 1e-6)) / 2e-6 - jvp w14 x 1",
	} {
		out, err := eval.Run(context.Background(), costEntry(t, text, "main"), []value.Value{value.Scalar{Scalar: prim.Float(prim.F64, 0.7)}})
		if err != nil {
			t.Fatal(err)
		}
		if d := out[0].(value.Scalar).Float64(); !(math.Abs(d) < 1e-6) {
			t.Errorf("%d: %v", i, d)
		}
	}
}
