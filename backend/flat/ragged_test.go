package flat_test

import (
	"fmt"
	"testing"

	"raido/backend/flat"
	"raido/backend/seg"
	"raido/lang/core"
)

// TestGrainRagged: rows whose lengths are read in a loop have the average length, if where they begin is an argument, or what a map makes; what is read
// otherwise is not known.
func TestGrainRagged(t *testing.T) {
	const text = `fun main (n: i64) (m: i64) (start: [n]i64) (lengths: [n]i64) (w: [m]f64) : (r: [m]f64) =
	let (last: i64) = sub.i64 n 1i64
	let (grown: [n]i64) = loop (a: [n]i64 = lengths) for (i: i64) < n do
		let (x: i64) = a[i]
		let (y: i64) = add.i64 x i
		let (a: [n]i64) = a with [i] = y
		in (a)
	let (sums: [n]i64) = scan n (lengths) (0i64) (\(x: i64) (y: i64) : (i64) -> let (z: i64) = add.i64 x y in (z))
	let (r: [m]f64) = loop (p: [m]f64 = w) for (i: i64) < last do
		let (a: i64) = start[i]
		let (j: i64) = add.i64 i 1i64
		%s
		let (is: [k]i64) = iota.i64 k a 1i64
		let (es: [k]f64) = map k (is) (\(q: i64) : (f64) -> let (x: f64) = w[q] let (e: f64) = exp.f64 x in (e))
		let (p: [m]f64) = p with [a : k : 1i64] = es
		in (p)
	in (r)`
	for _, c := range []struct {
		length string
		known  bool
	}{
		{"let (b: i64) = start[j] let (k: i64) = sub.i64 b a", true},
		{"let (k: i64) = lengths[i]", true},
		{"let (b: i64) = sums[i] let (k: i64) = sub.i64 b a", true},
		{"let (b: i64) = start[j] let (d: i64) = sub.i64 b a let (e: i64) = add.i64 d 1i64 let (k: i64) = min.i64 e n", true},
		{"let (k: i64) = grown[i]", false},
		{"let (x: f64) = w[a] let (k: i64) = to_i64.f64 x", false},
	} {
		p, err := core.Parse(fmt.Sprintf(text, c.length))
		if err != nil {
			t.Fatal(err)
		}
		ps := p.Entry().Params
		parts := flat.Grain(p, map[*core.Var]int64{ps[0]: 2000, ps[1]: 20000})
		all := parts[0].All // of an iteration
		if c.known && (all < 10 || all > 1000) || !c.known && all < seg.HugeWork {
			t.Errorf("%s: work %d of %d parts", c.length, all, len(parts))
		}
	}
}
