package host

import (
	"slices"
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/lang/prim"
	"raido/lang/value"
)

// tiesBody makes values with many ties, and values that are no numbers among them.
const tiesBody = `
	let (io: [n]i64) = iota.i64 n 0i64 1i64
	let (ys: [n]f64) = map n (fs) (\(f: f64) : (f64) ->
		let (a: f64) = floor.f64 f
		let (none: bool) = eq.f64 a LOST
		let (b: f64) = if none then in (f64.nan) else in (a)
		in (b))`

// argBody finds the first greatest or least of them.
const argBody = tiesBody + `
	let (top: f64) (at: i64) = reduce n (ys, io) (START, -1i64) (\(x: f64) (i: i64) (y: f64) (j: i64) : (f64, i64) ->
		let (l: bool) = lt.f64 LEFT
		let (bad: bool) = isnan.f64 x
		let (better: bool) = or.bool l bad
		let (v: f64) = OP.f64 x y
		let (w: i64) = if better then in (j) else in (i)
		in (v, w))
	in (top, at)`

// TestFirstBest compares with the interpreter, for less than a block of points and for many.
func TestFirstBest(t *testing.T) {
	eachBest(t, "(top: f64) (at: i64)", argBody, "12.0f64", []int64{0, 1, 2, 15, 16, 17, 1000, 4097, 20011}, []int64{100, 1 << 30}, func(f *form) {
		if !slices.ContainsFunc(f.seg.Kernels, func(k *seg.Kernel) bool { return k.Op != nil && k.Op.Arg != nil }) {
			t.Error("the operator is not seen to choose the best")
		}
	})
}

// eachBest runs a program that chooses the best, with several orders and beginnings, the last of which is third: none of the values is better.
// look sees the parallel form.
func eachBest(t *testing.T, ret, body, third string, sizes, works []int64, look func(*form)) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	for _, op := range []*strings.Replacer{
		strings.NewReplacer("OP", "max", "START", "-f64.inf", "LEFT", "x y", "LOST", "12.0f64"),
		strings.NewReplacer("OP", "min", "START", "f64.inf", "LEFT", "y x", "LOST", "-3.0f64"),
		strings.NewReplacer("OP", "max", "START", third, "LEFT", "x y", "LOST", "11.0f64"),
	} {
		p := parse(t, program(ret, op.Replace(body)))
		c, err := e.Compile(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		look(c.(*compiled).par)
		for _, n := range sizes {
			for _, e.limits.ChunkWork = range works {
				args := []value.Value{i64(n), i64(1), i64(n), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, 1), indices(1, n)}
				if d := disagreement(e, p, args); d != "" {
					t.Errorf("n=%d: %s", n, d)
				}
			}
		}
	}
}

// argHist finds the same by index, -1 for the destinations, which come before all; some indices are out of bounds.
const argHist = tiesBody + `
	let (at: [n]i64) = map n (io) (\(i: i64) : (i64) ->
		let (r: i64) = mod.i64 i 5i64
		let (k: i64) = sub.i64 r 1i64
		in (k))
	let (tops: [3]f64) = replicate [3] START
	let (none: [3]i64) = replicate [3] -1i64
	let (top: [3]f64) (won: [3]i64) = hist n (tops, none) (at) (ys, io) (START, -1i64) (\(x: f64) (i: i64) (y: f64) (j: i64) : (f64, i64) ->
		let (l: bool) = lt.f64 LEFT
		let (same: bool) = eq.f64 x y
		let (first: bool) = lt.i64 j i
		let (tie: bool) = and.bool same first
		let (good: bool) = or.bool l tie
		let (bad: bool) = isnan.f64 x
		let (better: bool) = or.bool good bad
		let (v: f64) = OP.f64 x y
		let (w: i64) = if better then in (j) else in (i)
		in (v, w))
	in (top, won)`

// TestFirstBestByIndex compares with the interpreter, with one copy of the buckets and with several.
func TestFirstBestByIndex(t *testing.T) {
	eachBest(t, "(top: [3]f64) (won: [3]i64)", argHist, "f64.nan", []int64{0, 1, 2, 3, 100, 4099}, []int64{10, 1 << 30}, func(f *form) {
		n := 0
		for _, k := range f.seg.Kernels {
			seg.Walk(k.Body, func(s seg.Stm) {
				if _, ok := s.(*seg.If); ok {
					n++
				}
			})
		}
		if n != 3 { // in bounds, worse, better
			t.Errorf("%d decisions: the operator is not seen to choose the best", n)
		}
	})
}

// TestUnreadScan: of a scan of pairs whose second component nobody reads, only the first is stored.
func TestUnreadScan(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	p := parse(t, program("(r: [n]f64)", `
		let (back: [n]f64) = reverse fs
		let (a: [n]f64) (b: [n]f64) = scan n (back, fs) (0.0f64, 1.0f64) (\(x: f64) (c: f64) (y: f64) (d: f64) : (f64, f64) ->
			let (dx: f64) = mul.f64 d x
			let (s: f64) = add.f64 y dx
			let (cd: f64) = mul.f64 c d
			in (s, cd))
		let (r: [n]f64) = reverse a
		in (r)`))
	c, err := e.Compile(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range c.(*compiled).par.seg.Kernels {
		if k.Unread[0] == k.Unread[1] {
			t.Error("not one component is stored")
		}
	}
	for _, n := range []int64{0, 1, 2, 5, 33} {
		args := []value.Value{i64(n), i64(1), i64(n), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, 1), indices(1, n)}
		for _, e.limits.ChunkWork = range []int64{10, 1 << 30} {
			if d := disagreement(e, p, args); d != "" {
				t.Errorf("n=%d: %s", n, d)
			}
		}
	}
}

// TestScanThenMap: what a map does with the results of a scan is done where the scan has them, from either side, also where
// the map reads other places of what came before; but not where somebody changes what the scan reads.
func TestScanThenMap(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	for _, c := range []struct {
		body    string
		kernels int
	}{
		{`let (a: [n]f64) = scan n (fs) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (s: f64) = add.f64 x y in (s))
		let (r: [n]f64) = map n (a, fs) (\(x: f64) (y: f64) : (f64) -> let (p: f64) = mul.f64 x y in (p))
		in (r)`, 1},
		{`let (io: [n]i64) = iota.i64 n 0i64 1i64
		let (from: [n]f64) = reverse fs
		let (a: [n]f64) = scan n (from) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (s: f64) = add.f64 x y in (s))
		let (b: [n]f64) = reverse a
		let (r: [n]f64) = map n (io, b) (\(i: i64) (x: f64) : (f64) ->
			let (first: bool) = eq.i64 i 0i64
			let (y: f64) = if first then in (1.0f64) else
				let (j: i64) = sub.i64 i 1i64
				let (f: f64) = fs[j]
				in (f)
			let (p: f64) = mul.f64 x y
			in (p))
		in (r)`, 1},
		{`let (own: [n]f64) = copy fs
		let (a: [n]f64) = scan n (own) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (s: f64) = add.f64 x y in (s))
		let (new: [n]f64) = scatter n (own) (is) (fs)
		let (r: [n]f64) = map n (a, new) (\(x: f64) (y: f64) : (f64) -> let (p: f64) = mul.f64 x y in (p))
		in (r)`, 3},
		{`let (a: [n]f64) = scan n (fs) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (s: f64) = add.f64 x y in (s))
		let (b: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (p: f64) = mul.f64 x x in (p))
		let (s: f64) = reduce n (b) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (s: f64) = add.f64 x y in (s))
		let (r: [n]f64) = map n (b) (\(x: f64) : (f64) -> let (p: f64) = mul.f64 x s in (p))
		in (r)`, 3},
	} {
		p := parse(t, program("(r: [n]f64)", "\n\t\t"+c.body))
		x, err := e.Compile(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(x.(*compiled).par.plan.Kernels); n != c.kernels {
			t.Errorf("%d kernels, want %d:\n%s", n, c.kernels, c.body)
		}
		for _, n := range []int64{0, 1, 2, 5, 33, 1001} {
			args := []value.Value{i64(n), i64(1), i64(n), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, 1), indices(n, n)}
			for _, e.limits.ChunkWork = range []int64{10, 1 << 30} {
				if d := disagreement(e, p, args); d != "" {
					t.Errorf("n=%d: %s", n, d)
				}
			}
		}
	}
}
