package tests

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/eval"
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
			n := 0
			for _, f := range p.Funs {
				core.Walk(f.Body, func(core.Stm) { n++ })
			}
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
