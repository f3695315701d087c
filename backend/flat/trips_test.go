package flat_test

import (
	"strings"
	"testing"

	"raido/backend/flat"
	"raido/backend/seg"
	"raido/lang/core"
)

// growing doubles an array, and then goes through the halves again, with their sizes from a tape.
const growing = `fun main (n: i64) (k: i64) : (s: f64) =
	let (tape: [n]i64) = scratch [n]i64
	let (one: [1]f64) = replicate [1] 1.0f64
	let (v: i64) (xs: [v]f64) (tape: [n]i64) = loop (v: i64 = 1i64) (xs: [v]f64 = one) (tape: [n]i64 = tape) for (i: i64) < n do
		let (tape: [n]i64) = tape with [i] = v
		let (w: i64) = add.i64 v v
		let (two: [v][2]f64) = map v (xs) (\(x: f64) : ([2]f64) -> let (l: [2]f64) = [x, x] : f64 in (l))
		let (xs: [w]f64) = reshape [w] two
		in (w, xs, tape)
	let (last: i64) = sub.i64 n 1i64
	let (v: i64) (ys: [v]f64) = loop (v: i64 = v) (ys: [v]f64 = xs) for (j: i64) < n do
		let (i: i64) = sub.i64 last j
		let (w: i64) = tape[i]
		let (is: [w]i64) = iota.i64 w 0i64 1i64
		let (zs: [w]f64) = map w (is) (\(i: i64) : (f64) -> let (y: f64) = ys[i] in (y))
		in (w, zs)
	let (y: f64) = ys[0i64]
	in (y)`

// TestGrainGrowing: iterations of loops that carry sizes are gone through where they are few and their number is known.
func TestGrainGrowing(t *testing.T) {
	grain := func(text string, n ...int64) []seg.Amounts {
		t.Helper()
		p, err := core.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		known := map[*core.Var]int64{}
		for i, x := range n {
			known[p.Entry().Params[i]] = x
		}
		return flat.Grain(p, known)
	}
	huge := func(parts []seg.Amounts) (found bool) {
		for _, p := range parts {
			found = found || p.All >= seg.HugeWork
		}
		return found
	}
	parts := grain(growing, 8)
	if len(parts) != 3 {
		t.Fatalf("parts %+v, want those of two loops and the code around", parts)
	}
	for k, each := range []int64{1, 2} { // launches of an iteration
		if p := parts[k]; p.All < 255 || p.All > 255*8 || p.Launches != 8*each {
			t.Errorf("loop %d over 1, 2, 4, ... 128 elements: %+v", k, p)
		}
	}
	if parts := grain(growing, 0); huge(parts) {
		t.Errorf("no iteration: %+v", parts)
	}
	if parts := grain(growing, 40); parts[0].All < seg.HugeWork {
		t.Errorf("2^40 elements: %+v", parts)
	}
	if !huge(grain(growing)) || !huge(grain(growing, 100_000)) {
		t.Error("iterations of unknown number, or too many, are gone through")
	}
	for _, change := range [][2]string{
		{"tape with [i] = v", "tape with [k] = v"},                                        // at an unknown place
		{"tape with [i] = v", "tape with [i] = k"},                                        // an unknown number
		{"tape with [i] = v", "tape with [i] = v let (tape: [n]i64) = tape with [i] = k"}, // a known number, and then an unknown one
		{"sub.i64 last j", "sub.i64 k j"},                                                 // read from an unknown place
		{"add.i64 v v", "add.i64 v k"},                                                    // a size from an argument that is not known
		{"sub.i64 last j", "mul.i64 j 2i64"},                                              // read from places that were not written
		{"let (w: i64) = tape[i]", "let (w: i64) = tape[i] let (w: i64) = max.i64 w k"},
	} {
		if text := strings.Replace(growing, change[0], change[1], 1); text == growing || !huge(grain(text, 8)) {
			t.Errorf("with %s: %+v", change[1], grain(text, 8))
		}
	}
	one := `fun main (n: i64) (m: i64) (xs: [m]f64) : (r: [m]f64) =
		let (w: i64) (r: [m]f64) = loop (w: i64 = m) (xs: [m]f64 = xs) for (i: i64) < n do
			let (ys: [m]f64) = map m (xs) (\(x: f64) : (f64) -> let (y: f64) = add.f64 x 1.0f64 in (y))
			in (w, ys)
		in (r)`
	if parts := grain(one, 8, 5); len(parts) != 1 || parts[0].Launches != 1 {
		t.Errorf("a loop whose iterations are alike: %+v", parts)
	}
}
