package host

import (
	"context"
	"testing"

	"raido/lang/limits"
	"raido/lang/prim"
	"raido/lang/value"
)

// bodies are the bodies of main n m (xs: [n]i64) (fs: [n]f64) (mat: [n][m]f64) (is: [n]i64), with the
// results' binders before "=".
var bodies = []struct{ name, ret, body string }{
	{"maps", "(r: [n]f64) (s: [n]i64)", `
		let (r: [n]f64) (s: [n]i64) = map n (fs, xs) (\(f: f64) (x: i64) : (f64, i64) ->
			let (a: f64) = mul.f64 f 2.0f64
			let (b: i64) = add.i64 x n
			in (a, b))
		in (r, s)`},
	{"sums", "(r: i64) (s: f64) (mn: f64)", `
		let (r: i64) = reduce n (xs) (0i64) ` + addI + `
		let (s: f64) (mn: f64) = reduce n (fs, fs) (0.0f64, f64.inf) (\(x: f64) (u: f64) (y: f64) (v: f64) : (f64, f64) ->
			let (z: f64) = add.f64 x y
			let (w: f64) = min.f64 u v
			in (z, w))
		in (r, s, mn)`},
	// Scalars that the device computes and only kernels use: by operators, in results, in a loop, stored one by one.
	{"late scalars", "(r: i64) (t: [n]i64) (h: [m]i64) (u: [n]f64) (v: [n][m]i64) (l: [2]i64) (w: [n]i64) (c: i64)", `
		let (s: i64) = reduce n (xs) (0i64) ` + addI + `
		let (c: i64) = mul.i64 s 3i64
		let (d: i64) = add.i64 c s
		let (f: f64) = to_f64.i64 d
		let (g: f64) = max.f64 f 1.0f64
		let (r: i64) = reduce n (xs) (0i64) (\(x: i64) (y: i64) : (i64) -> let (a: i64) = add.i64 x y let (b: i64) = mul.i64 x y let (e: i64) = mul.i64 b d let (z: i64) = add.i64 a e in (z))
		let (t: [n]i64) = scan n (xs) (0i64) (\(x: i64) (y: i64) : (i64) -> let (a: i64) = add.i64 x y let (b: i64) = mul.i64 x y let (e: i64) = mul.i64 b d let (z: i64) = add.i64 a e in (z))
		let (z: [m]i64) = replicate [m] d
		let (h: [m]i64) = hist n (z) (is) (xs) (0i64) (\(x: i64) (y: i64) : (i64) -> let (a: i64) = add.i64 x y let (b: i64) = mul.i64 x y let (e: i64) = mul.i64 b d let (z: i64) = add.i64 a e in (z))
		let (u: [n]f64) = map n (fs) (\(x: f64) : (f64) -> let (y: f64) = div.f64 x g in (y))
		let (v: [n][m]i64) = replicate [n, m] d
		let (l: [2]i64) = [c, d] : i64
		let (w: [n]i64) = loop (p: [n]i64 = xs) for (i: i64) < 3i64 do
			let (q: i64) = reduce n (p) (0i64) ` + addI + `
			let (e: i64) = add.i64 q d
			let (o: [n]i64) = map n (p) (\(x: i64) : (i64) -> let (y: i64) = add.i64 x e in (y))
			let (x: i64) = o[0i64]
			let (y: i64) = mul.i64 x 2i64
			let (b: [n]i64) = o with [0i64] = y
			in (b)
		in (r, t, h, u, v, l, w, c)`},
	{"narrow results", "(b: [n]bool) (c: [n]i8) (d: [n]u16) (e: [n]f16) (g: [n]i32)", `
		let (b: [n]bool) (c: [n]i8) (d: [n]u16) (e: [n]f16) (g: [n]i32) = map n (fs, xs) (\(f: f64) (x: i64) : (bool, i8, u16, f16, i32) ->
			let (b: bool) = lt.f64 f 1.0f64
			let (c: i8) = to_i8.i64 x
			let (d: u16) = to_u16.i64 x
			let (e: f16) = to_f16.f64 f
			let (g: i32) = to_i32.i64 x
			in (b, c, d, e, g))
		in (b, c, d, e, g)`},
	// x -> a x + b composed: associative, not commutative
	{"affine", "(a: i64) (b: i64) (as: [n]i64) (bs: [n]i64)", `
		let (a: i64) (b: i64) = reduce n (xs, is) (1i64, 0i64) (\(a1: i64) (b1: i64) (a2: i64) (b2: i64) : (i64, i64) ->
			let (p: i64) = mul.i64 a2 a1
			let (q: i64) = mul.i64 a2 b1
			let (s: i64) = add.i64 q b2
			in (p, s))
		let (as: [n]i64) (bs: [n]i64) = scan n (xs, is) (1i64, 0i64) (\(a1: i64) (b1: i64) (a2: i64) (b2: i64) : (i64, i64) ->
			let (p: i64) = mul.i64 a2 a1
			let (q: i64) = mul.i64 a2 b1
			let (s: i64) = add.i64 q b2
			in (p, s))
		in (a, b, as, bs)`},
	{"redomap", "(r: i64) (sc: [n]i64)", `
		let (sq: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (y: i64) = mul.i64 x x in (y))
		let (r: i64) = reduce n (sq) (0i64) ` + addI + `
		let (io: [n]i64) = iota.i64 n 1i64 2i64
		let (tw: [n]i64) = map n (xs, io) (\(x: i64) (i: i64) : (i64) -> let (y: i64) = mul.i64 x i in (y))
		let (sc: [n]i64) = scan n (tw) (0i64) ` + addI + `
		in (r, sc)`},
	{"histogram", "(h: [m]i64) (g: [m]i64) (k: [m]i64)", `
		let (z: [m]i64) = replicate [m] 5i64
		let (z2: [m]i64) = replicate [m] 1i64
		let (z3: [m]i64) = replicate [m] -1000000i64
		let (h: [m]i64) = hist n (z) (is) (xs) (0i64) ` + addI + `
		let (g: [m]i64) (k: [m]i64) = hist n (z2, z3) (is) (xs, xs) (1i64, -1000000i64) (\(x: i64) (u: i64) (y: i64) (v: i64) : (i64, i64) ->
			let (p: i64) = mul.i64 x y
			let (q: i64) = max.i64 u v
			in (p, q))
		in (h, g, k)`},
	{"rows", "(r: [n]f64) (c: [m]f64) (t: [m][n]f64) (sr: [n][m]f64)", `
		let (r: [n]f64) = map n (mat) (\(row: [m]f64) : (f64) ->
			let (s: f64) = reduce m (row) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))
			in (s))
		let (ne: [m]f64) = replicate [m] 0.0f64
		let (c: [m]f64) = reduce n (mat) (ne) (\(x: [m]f64) (y: [m]f64) : ([m]f64) ->
			let (z: [m]f64) = map m (x, y) (\(a: f64) (b: f64) : (f64) -> let (d: f64) = add.f64 a b in (d))
			in (z))
		let (tr: [m][n]f64) = rearrange (1, 0) mat
		let (t: [m][n]f64) = map m (tr) (\(col: [n]f64) : ([n]f64) ->
			let (q: [n]f64) = map n (col) (\(x: f64) : (f64) -> let (y: f64) = neg.f64 x in (y))
			in (q))
		let (sr: [n][m]f64) = scan n (mat) (ne) (\(x: [m]f64) (y: [m]f64) : ([m]f64) ->
			let (z: [m]f64) = map m (x, y) (\(a: f64) (b: f64) : (f64) -> let (d: f64) = max.f64 a b in (d))
			in (z))
		in (r, c, t, sr)`},
	{"accumulators", "(r: [m]f64) (g: [n]f64) (h: [n][m]f64)", `
		let (z: [m]f64) = replicate [m] 1.0f64
		let (zn: [n]f64) = replicate [n] 0.0f64
		let (zm: [n][m]f64) = replicate [n, m] 0.0f64
		let (r: [m]f64) (g: [n]f64) (h: [n][m]f64) = with_acc
			(acc_1 z 0.0f64 (\(x: f64) (y: f64) : (f64) -> let (q: f64) = add.f64 x y in (q)))
			(acc_2 zn 0.0f64 (\(x: f64) (y: f64) : (f64) -> let (q: f64) = add.f64 x y in (q)))
			(acc_3 zm 0.0f64 (\(x: f64) (y: f64) : (f64) -> let (q: f64) = add.f64 x y in (q)))
			(\(a: acc acc_1 [m]f64) (b: acc acc_2 [n]f64) (c: acc acc_3 [n][m]f64) : (acc acc_1 [m]f64, acc acc_2 [n]f64, acc acc_3 [n][m]f64) ->
				let (a2: acc acc_1 [m]f64) (b2: acc acc_2 [n]f64) (c2: acc acc_3 [n][m]f64) = map n (a; b; c; is, fs, mat) (\(p: acc acc_1 [m]f64) (q: acc acc_2 [n]f64) (s: acc acc_3 [n][m]f64) (i: i64) (f: f64) (row: [m]f64) : (acc acc_1 [m]f64, acc acc_2 [n]f64, acc acc_3 [n][m]f64) ->
					let (p1: acc acc_1 [m]f64) = update_acc p [i] f
					let (q1: acc acc_2 [n]f64) = update_acc q [i] f
					let (s1: acc acc_3 [n][m]f64) = update_acc s [i] row
					in (p1, q1, s1))
				in (a2, b2, c2))
		in (r, g, h)`},
	{"loops", "(x: [n]f64) (k: i64) (t: f64)", `
		let (c: [n]f64) = copy fs
		let (x: [n]f64) (k: i64) = loop (p: [n]f64 = c) (j: i64 = 0i64) while
				let (t: bool) = lt.i64 j 5i64
				in (t)
			do
				let (q: [n]f64) = map n (p, fs) (\(a: f64) (b: f64) : (f64) -> let (y: f64) = add.f64 a b in (y))
				let (w: [n]f64) = q with [j] = 0.5f64
				let (l: i64) = add.i64 j 1i64
				in (w, l)
		let (s: f64) = reduce n (x) (0.0f64) (\(a: f64) (b: f64) : (f64) -> let (y: f64) = add.f64 a b in (y))
		let (big: bool) = lt.f64 100.0f64 s
		let (t: f64) = if big then
				let (u: f64) = sqrt.f64 s
				in (u)
			else
				in (s)
		in (x, k, t)`},
	{"swap", "(a: [n]f64) (b: [n]f64) (f: i64) (g: i64)", `
		let (ys: [n]f64) = map n (fs) (\(a: f64) : (f64) -> let (y: f64) = mul.f64 a 3.0f64 in (y))
		let (a: [n]f64) (b: [n]f64) (f: i64) (g: i64) = loop (p: [n]f64 = fs) (q: [n]f64 = ys) (u: i64 = 0i64) (v: i64 = 1i64) for (i: i64) < 7i64 do
			let (w: i64) = add.i64 u v
			in (q, p, v, w)
		in (a, b, f, g)`},
	{"shapes", "(c: [2][n]f64) (r: [n]f64) (v: [n]f64) (s: [3]f64) (fl: [k]f64) (u: [n]f64)", `
		let (c: [2][n]f64) = [fs, fs] : [n]f64
		let (r: [n]f64) = rotate 3i64 fs
		let (v: [n]f64) = reverse fs
		let (s: [3]f64) = fs[7i64 : 3i64 : -2i64]
		let (fl: [k]f64) = reshape [k] mat
		let (cp: [n]f64) = copy fs
		let (tail: [3]f64) = fs[4i64 : 3i64 : 1i64]
		let (u: [n]f64) = cp with [0i64 : 3i64 : 2i64] = tail
		in (c, r, v, s, fl, u)`},
	{"scatters", "(d: [n]i64) (e: [n]f64)", `
		let (z: [n]i64) = replicate [n] 0i64
		let (cp: [n]f64) = copy fs
		let (d: [n]i64) = scatter n (z) (is) (xs)
		let (e: [n]f64) = scatter n (cp) (is) (fs)
		in (d, e)`},
	{"filter", "(c: i64) (out: [c]i64)", `
		let (flags: [n]i64) = map n (xs) (\(x: i64) : (i64) ->
			let (b: bool) = lt.i64 0i64 x
			let (f: i64) = to_i64.bool b
			in (f))
		let (offs: [n]i64) = scan n (flags) (0i64) ` + addI + `
		let (last: i64) = sub.i64 n 1i64
		let (c: i64) = offs[last]
		let (places: [n]i64) = map n (flags, offs) (\(f: i64) (o: i64) : (i64) ->
			let (b: bool) = eq.i64 f 1i64
			let (p: i64) = if b then let (q: i64) = sub.i64 o 1i64 in (q) else in (-1i64)
			in (p))
		let (dst: [c]i64) = scratch [c]i64
		let (out: [c]i64) = scatter n (dst) (places) (xs)
		in (c, out)`},
	{"backwards", "(s: [n]i64) (a: [n]i64) (b: [n]f64) (u: [n]i64)", `
		let (rx: [n]i64) = reverse xs
		let (sc: [n]i64) = scan n (rx) (0i64) ` + addI + `
		let (s: [n]i64) = reverse sc
		let (p: [n]i64) (q: [n]f64) = scan n (xs, fs) (0i64, -100.0f64) (\(x: i64) (f: f64) (y: i64) (g: f64) : (i64, f64) ->
			let (z: i64) = add.i64 x y
			let (w: f64) = max.f64 f g
			in (z, w))
		let (a: [n]i64) = reverse p
		let (b: [n]f64) = reverse q
		let (t: [n]i64) = scan n (is) (0i64) ` + addI + `
		let (t2: [n]i64) = reverse t
		let (u: [n]i64) = map n (t2, s) (\(x: i64) (y: i64) : (i64) -> let (z: i64) = sub.i64 x y in (z))
		in (s, a, b, u)`},
	// maps of arrays that are consumed after they are read, before it, and by control that comes between
	{"waits", "(r: i64) (s: i64) (t: i64) (h: [m]i64) (g: [m]i64)", `
		let (z: [m]i64) = replicate [m] 5i64
		let (h0: [m]i64) = hist n (z) (is) (xs) (0i64) ` + addI + `
		let (b: [m]i64) = map m (h0) (\(x: i64) : (i64) -> let (y: i64) = mul.i64 x 3i64 in (y))
		let (r: i64) = reduce m (b) (0i64) ` + addI + `
		let (c: [m]i64) = map m (h0) (\(x: i64) : (i64) -> let (y: i64) = mul.i64 x 5i64 in (y))
		let (e: [m]i64) = map m (c, h0) (\(x: i64) (u: i64) : (i64) -> let (y: i64) = add.i64 x u in (y))
		let (h: [m]i64) = h0 with [0i64] = 77i64
		let (s: i64) = reduce m (e) (0i64) ` + addI + `
		let (w: [m]i64) = replicate [m] 1i64
		let (w2: [m]i64) = w with [0i64] = 2i64
		let (d: [m]i64) = map m (w2) (\(x: i64) : (i64) -> let (y: i64) = mul.i64 x 7i64 in (y))
		let (g: [m]i64) = loop (p: [m]i64 = w2) for (i: i64) < 3i64 do
			let (q: [m]i64) = p with [0i64] = i
			in (q)
		let (t: i64) = reduce m (d) (0i64) ` + addI + `
		in (r, s, t, h, g)`},
	// scans of rows that are read backwards, with a component that nothing reads
	{"rowsBack", "(a: [n][m]f64) (b: [n][m]f64)", `
		let (rm: [n][m]f64) = reverse mat
		let (ne: [m]f64) = replicate [m] 0.0
		let (on: [m]f64) = replicate [m] 1.0
		let (sa: [n][m]f64) = scan n (rm) (ne) (\(x: [m]f64) (y: [m]f64) : ([m]f64) ->
			let (z: [m]f64) = map m (x, y) (\(u: f64) (v: f64) : (f64) -> let (w: f64) = max.f64 u v in (w))
			in (z))
		let (a: [n][m]f64) = reverse sa
		let (sb: [n][m]f64) (sc: [n][m]f64) = scan n (rm, mat) (ne, on) (\(x: [m]f64) (c: [m]f64) (y: [m]f64) (d: [m]f64) : ([m]f64, [m]f64) ->
			let (z: [m]f64) (e: [m]f64) = map m (x, c, y, d) (\(x: f64) (c: f64) (y: f64) (d: f64) : (f64, f64) ->
				let (g: f64) = min.f64 x y
				let (e: f64) = add.f64 c d
				in (g, e))
			in (z, e))
		let (b: [n][m]f64) = reverse sb
		in (a, b)`},
	// branches that may be computed in vain, and branches that must not
	{"guards", "(r: [n]i64) (q: [n]f64) (t: i64)", `
		let (r: [n]i64) (q: [n]f64) = map n (xs, is, fs) (\(x: i64) (i: i64) (f: f64) : (i64, f64) ->
			let (z: bool) = eq.i64 x 0i64
			let (d: i64) = if z then in (7i64) else let (e: i64) = div.i64 1000i64 x in (e)
			let (lo: bool) = le.i64 0i64 i
			let (hi: bool) = lt.i64 i n
			let (ok: bool) = and.bool lo hi
			let (g: i64) = if ok then let (e: i64) = xs[i] in (e) else in (-5i64)
			let (p: bool) = lt.f64 0.0f64 f
			let (u: f64) (w: i64) = if p then
					let (a: f64) = mul.f64 f 2.0f64
					let (v: i64) = add.i64 g d
					in (a, v)
				else
					let (a: f64) = div.f64 1.0f64 f
					in (a, d)
			in (w, u))
		let (sq: [n]i64) = map n (xs) (\(x: i64) : (i64) ->
			let (p: bool) = lt.i64 x 10i64
			let (y: i64) = if p then in (x) else let (a: i64) = mul.i64 x 3i64 in (a)
			in (y))
		let (t: i64) = reduce n (sq) (0i64) ` + addI + `
		in (r, q, t)`},
	{"powers", "(r: [n]f64)", `
		let (r: [n]f64) = map n (fs) (\(x: f64) : (f64) ->
			let (a: f64) = pow.f64 x 3.0f64
			let (b: f64) = pow.f64 x -2.0f64
			let (c: f64) = pow.f64 x 16.0f64
			let (d: f64) = pow.f64 x 1.0f64
			let (e: f64) = pow.f64 x -13.0f64
			let (y: f64) = abs.f64 x
			let (g: f64) = pow.f64 y 2.5f64
			let (s1: f64) = add.f64 a b
			let (s2: f64) = add.f64 s1 c
			let (s3: f64) = add.f64 s2 d
			let (s4: f64) = add.f64 s3 e
			let (s5: f64) = add.f64 s4 g
			in (s5))
		in (r)`},
	{"inner", "(r: [n]f64)", `
		let (r: [n]f64) = map n (mat, is) (\(row: [m]f64) (i: i64) : (f64) ->
			let (ps: [m]f64) = scan m (row) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))
			let (z: [4]i64) = replicate [4] 0i64
			let (j: i64) = mod.i64 i 4i64
			let (z1: [4]i64) = z with [j] = i
			let (h: i64) = reduce 4i64 (z1) (0i64) ` + addI + `
			let (hf: f64) = to_f64.i64 h
			let (big: bool) = lt.i64 0i64 i
			let (q: [m]f64) = if big then
					let (e: [m]f64) = map m (ps) (\(x: f64) : (f64) -> let (y: f64) = abs.f64 x in (y))
					in (e)
				else
					in (row)
			let (s: f64) (cnt: i64) = loop (ac: f64 = hf) (k: i64 = 0i64) while
					let (t: bool) = lt.i64 k m
					in (t)
				do
					let (x: f64) = q[k]
					let (a: f64) = add.f64 ac x
					let (l: i64) = add.i64 k 1i64
					in (a, l)
			in (s))
		in (r)`},
}

// TestPrograms runs hand-written programs, small and large enough for many threads.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	for _, b := range bodies {
		t.Run(b.name, func(t *testing.T) {
			p := parse(t, program(b.ret, b.body))
			for _, size := range [][2]int64{{8, 3}, {10007, 5}} {
				n, m := size[0], size[1]
				e.limits.ChunkWork = 100
				args := []value.Value{i64(n), i64(m), i64(n * m), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, m), indices(m, n)}
				for _, e.limits.TaskGrain = range []int64{0, limits.Normal.TaskGrain} { // loops on the host, and as tasks
					if d := disagreement(e, p, args); d != "" {
						t.Errorf("n=%d, grain %d: %s", n, e.limits.TaskGrain, d)
					}
				}
			}
		})
	}
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}

// TestDeterministic: sums of floats come out with the same bits in every run.
func TestDeterministic(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	e.limits.ChunkWork = 100
	deterministic(t, e)
	deterministic(t, inGroups(t))
}

func deterministic(t *testing.T, e *Engine) {
	const n, m = 10007, 5
	args := []value.Value{i64(n), i64(m), i64(n * m), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, m), indices(m, n)}
	for _, b := range bodies {
		if b.name != "accumulators" && b.name != "sums" && b.name != "rows" {
			continue
		}
		c, err := e.Compile(context.Background(), parse(t, program(b.ret, b.body)))
		if err != nil {
			t.Fatal(err)
		}
		form := forms(c.(*compiled))["parallel"]
		var first string
		for k := range 5 {
			out, err := runOn(e, form, args)
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for _, v := range out {
				if a, ok := v.(*value.Array); ok {
					text += string(a.Data)
				} else {
					text += show(v)
				}
			}
			if k == 0 {
				first = text
			} else if text != first {
				t.Errorf("%s: run %d differs from the first", b.name, k)
			}
		}
	}
}
