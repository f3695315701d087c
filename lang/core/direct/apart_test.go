package direct_test

import (
	"fmt"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/core/direct"
)

const nest = `fun main (n: i64) (k: i64) (a0: [n][n]f64) : (r: [n][n]f64) (s: f64) =
  let (c0: [n][n]f64) = copy a0
  let (r: [n][n]f64) (s: f64) = loop (b: [n][n]f64 = c0) (s0: f64 = 0.0) for (i: i64) < n do
    let (m: i64) = sub.i64 n i
    let (l: i64) = sub.i64 m 1i64
    let (q: i64) = add.i64 i 1i64
    let (r: [n][n]f64) (s: f64) = loop (a: [n][n]f64 = b) (s1: f64 = s0) for (j: i64) < m do
      let (c: i64) = %s
      let (d: i64) = add.i64 i c
%s
      in (z, t)
    in (r, s)
  in (r, s)
`

// TestApart: the iterations of the inner loop meet in no element, or they do; and a counter that only counts down counts up.
func TestApart(t *testing.T) {
	const down, own = "sub.i64 l j", `
      let (x: f64) = a[i, d]
      let (y: f64) = mul.f64 x x
      let (t: f64) = add.f64 s1 x
      let (z: [n][n]f64) = a with [i, d] = y`
	for _, c := range []struct {
		name, c, body string
		want, up      bool
	}{
		{"own elements", "add.i64 j 0i64", own, true, false},
		{"counting down", down, own, true, true},
		{"counting down, perhaps out of range", down, own + "\n      let (w: f64) = a0[k, i]", true, false},
		{"counting down, and the counter", down, own + "\n      let (w: f64) = a0[i, j]", true, false},
		{"counting down, a sum that is looked at", down, `
      let (x: f64) = a[i, d]
      let (t: f64) = add.f64 s1 x
      let (z: [n][n]f64) = a with [i, d] = t`, true, false},
		{"counting down, no sum", down, `
      let (x: f64) = a[i, d]
      let (t: f64) = sub.f64 x s1
      let (z: [n][n]f64) = a with [i, d] = x`, true, false},
		{"the element before", down, `
      let (e: i64) = sub.i64 d 1i64
      let (h: i64) = max.i64 e 0i64
      let (t: f64) = a[i, h]
      let (z: [n][n]f64) = a with [i, d] = t`, false, false},
		{"two rows", down, `
      let (x: f64) = a[0i64, d]
      let (t: f64) = add.f64 s1 x
      let (y: [n][n]f64) = a with [i, d] = x
      let (v: f64) = y[i, d]
      let (z: [n][n]f64) = y with [i, d] = v`, true, true},
		{"the other way round", down, `
      let (g: i64) = sub.i64 n d
      let (h: i64) = sub.i64 g 1i64
      let (t: f64) = a[i, h]
      let (z: [n][n]f64) = a with [i, d] = t`, false, false},
		{"a column and a row", down, `
      let (x: f64) = a[d, i]
      let (t: f64) = add.f64 x s1
      let (z: [n][n]f64) = a with [i, d] = x`, true, true},
		{"one place", down, `
      let (t: f64) = a[i, d]
      let (z: [n][n]f64) = a with [i, i] = t`, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, fmt.Sprintf(nest, c.c, c.body))
			apart, up := false, false
			for l, b := range direct.Apart(p) {
				apart = true
				for k, s := range b.Stms {
					up = up || s.Exp != l.Body.Stms[k].Exp
				}
			}
			if apart != c.want || up != c.up {
				t.Errorf("apart: %v, up: %v\n%s", apart, up, core.Print(p))
			}
		})
	}
}
