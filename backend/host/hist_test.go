package host

import (
	"testing"

	"raido/lang/core"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/value"
)

// histBodies are bodies of main n m k (xs: [n]i64) (fs: [n]f64) (mat: [n][m]f64) (is: [n]i64) with two histograms or more,
// and how many they are after fusion.
var histBodies = []struct {
	name, ret, body string
	left            int
}{
	{"merged", "(a: [m]i64) (b: [m]f64) (c: [m]f64)", `
		let (z: [m]i64) = replicate [m] 5i64
		let (y: [m]f64) = replicate [m] 1.0
		let (w: [m]f64) = replicate [m] -1000.0
		let (a: [m]i64) = hist n (z) (is) (xs) (0i64) ` + addI + `
		let (b: [m]f64) = hist n (y) (is) (fs) (0.0) ` + addF + `
		let (c: [m]f64) = hist n (w) (is) (fs) (-f64.inf) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = max.f64 x y in (z))
		in (a, b, c)`, 1},
	// the second reads what the first gives
	{"apart", "(a: [m]i64) (b: [m]i64)", `
		let (z: [m]i64) = replicate [m] 5i64
		let (a: [m]i64) = hist n (z) (is) (xs) (0i64) ` + addI + `
		let (y: [m]i64) = copy a
		let (b: [m]i64) = hist n (y) (is) (xs) (1i64) (\(x: i64) (y: i64) : (i64) -> let (z: i64) = mul.i64 x y in (z))
		in (a, b)`, 2},
	{"plane", "(a: [m][m]i64) (b: [m][m]f64)", `
		let (z: [m][m]i64) = replicate [m, m] 0i64
		let (y: [m][m]f64) = replicate [m, m] 0.0
		let (js: [n]i64) = map n (is) (\(i: i64) : (i64) -> let (j: i64) = mod.i64 i 2i64 in (j))
		let (a: [m][m]i64) = hist n (z) (is, js) (xs) (0i64) ` + addI + `
		let (b: [m][m]f64) = hist n (y) (is, js) (fs) (0.0) ` + addF + `
		in (a, b)`, 1},
	// the first greatest element of each column of the rows of a bin, and where it is
	{"rows", "(a: [m][m]f64) (b: [m][m]i64)", `
		let (z: [m][m]f64) = replicate [m, m] -f64.inf
		let (y: [m][m]i64) = replicate [m, m] -1i64
		let (ne: [m]f64) = replicate [m] -f64.inf
		let (no: [m]i64) = replicate [m] -1i64
		let (js: [n]i64) = iota.i64 n 0i64 1i64
		let (rows: [n][m]i64) = map n (js) (\(j: i64) : ([m]i64) -> let (r: [m]i64) = replicate [m] j in (r))
		let (a: [m][m]f64) (b: [m][m]i64) = hist n (z, y) (is) (mat, rows) (ne, no)
			(\(x: [m]f64) (i: [m]i64) (y: [m]f64) (j: [m]i64) : ([m]f64, [m]i64) ->
				let (u: [m]f64) (v: [m]i64) = map m (x, i, y, j) (\(x: f64) (i: i64) (y: f64) (j: i64) : (f64, i64) ->
					let (c: bool) = lt.f64 x y
					let (d: bool) = eq.f64 x y
					let (e: bool) = lt.i64 j i
					let (f: bool) = and.bool d e
					let (g: bool) = or.bool c f
					let (u: f64) = max.f64 x y
					let (v: i64) = if g then in (j) else in (i)
					in (u, v))
				in (u, v))
		in (a, b)`, 1},
}

// TestHistograms: histograms over the same indices, as they are and merged, and of rows, in both shapes of code.
func TestHistograms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	e.limits.ChunkWork = 2 // several threads for a handful of elements
	for _, b := range histBodies {
		t.Run(b.name, func(t *testing.T) {
			p := parse(t, program(b.ret, b.body))
			q, left := opt.Fuse(p), 0
			core.Walk(q.Entry().Body, func(s core.Stm) {
				if _, ok := s.Exp.(*core.Hist); ok {
					left++
				}
			})
			if left != b.left {
				t.Errorf("%d histograms after fusion, want %d\n%s", left, b.left, core.Print(q))
			}
			for _, size := range [][2]int64{{0, 2}, {1, 1}, {2, 3}, {1007, 5}} {
				n, m := size[0], size[1]
				args := []value.Value{i64(n), i64(m), i64(n * m), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, m), indices(m, n)}
				if d := disagreement(e, p, args); d != "" {
					t.Errorf("n=%d: %s", n, d)
				}
				if d := disagreement(e, q, args); d != "" {
					t.Errorf("n=%d, merged: %s", n, d)
				}
				if d := disagreementIn(inGroups(t), q, args, false); d != "" {
					t.Errorf("n=%d, in groups: %s", n, d)
				}
			}
		})
	}
}
