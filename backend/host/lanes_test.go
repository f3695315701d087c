package host

import (
	"fmt"
	"strings"
	"testing"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/seg"
	"raido/lang/prim"
	"raido/lang/value"
)

const addF = `(\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))`

// laneBodies are programs whose points take different ways: their code runs under masks, and their accesses go
// all over the place.
var laneBodies = []struct{ name, ret, body string }{
	{"trips", "(r: [n]f64) (s: [n]i64)", `
		let (r: [n]f64) (s: [n]i64) = map n (fs, is) (\(f: f64) (i: i64) : (f64, i64) ->
			let (a: f64) (b: i64) = loop (p: f64 = f) (q: i64 = i) for (k9: i64) < i do
				let (kf: f64) = to_f64.i64 k9
				let (p2: f64) = mul.f64 p 0.5f64
				let (p3: f64) = add.f64 p2 kf
				let (q2: i64) = add.i64 q k9
				in (p3, q2)
			let (c: f64) (d: i64) = loop (p: f64 = a) (q: i64 = b) while
					let (t: bool) = lt.i64 q 40i64
					in (t)
				do
					let (odd: i64) = and.i64 q 1i64
					let (is_odd: bool) = eq.i64 odd 1i64
					let (p2: f64) (q2: i64) = if is_odd then
							let (u: f64) = exp.f64 p
							let (u2: f64) = min.f64 u 7.0f64
							let (v: i64) = add.i64 q 3i64
							in (u2, v)
						else
							let (w: i64) = add.i64 q 7i64
							in (p, w)
					in (p2, q2)
			in (c, d))
		in (r, s)`},
	{"blocks", "(r: [n]f64) (t: [n][m]f64)", `
		let (r: [n]f64) (t: [n][m]f64) = map n (mat, is) (\(row: [m]f64) (i: i64) : (f64, [m]f64) ->
			let (z: [4]f64) = replicate [4] 1.0f64
			let (j: i64) = mod.i64 i 4i64
			let (big: bool) = lt.i64 1i64 i
			let (z1: [4]f64) = if big then
					let (c: [4]f64) = copy z
					let (z2: [4]f64) = c with [j] = 5.0f64
					let (z3: [4]f64) = z2 with [0i64] = 6.0f64
					in (z3)
				else
					in (z)
			let (e: f64) = z1[j]
			let (out: [m]f64) = map m (row) (\(x: f64) : (f64) ->
				let (y: f64) = mul.f64 x e
				let (w: f64) = sin.f64 y
				in (w))
			let (s: f64) = reduce 4i64 (z1) (0.0f64) ` + addF + `
			in (s, out))
		in (r, t)`},
	{"deposits", "(h: [m]f64) (g: [n]f64) (w: [m][m]f64)", `
		let (zm: [m]f64) = replicate [m] 0.5f64
		let (zn: [n]f64) = replicate [n] 0.0f64
		let (zw: [m][m]f64) = replicate [m, m] 0.0f64
		let (io: [n]i64) = iota.i64 n 0i64 1i64
		let (jo: [m]i64) = iota.i64 m 0i64 1i64
		let (h: [m]f64) (g: [n]f64) (w: [m][m]f64) = with_acc (acc_1 zm 0.0f64 ` + addF + `) (acc_2 zn 0.0f64 ` + addF + `) (acc_3 zw 0.0f64 ` + addF + `)
			(\(a: acc acc_1 [m]f64) (b: acc acc_2 [n]f64) (c: acc acc_3 [m][m]f64) : (acc acc_1 [m]f64, acc acc_2 [n]f64, acc acc_3 [m][m]f64) ->
				let (a9: acc acc_1 [m]f64) (b9: acc acc_2 [n]f64) (c9: acc acc_3 [m][m]f64) = map n (a; b; c; is, fs, io, mat) (\(p: acc acc_1 [m]f64) (q: acc acc_2 [n]f64) (u: acc acc_3 [m][m]f64) (i: i64) (f: f64) (k: i64) (row: [m]f64) : (acc acc_1 [m]f64, acc acc_2 [n]f64, acc acc_3 [m][m]f64) ->
					let (e: f64) = cos.f64 f
					let (p1: acc acc_1 [m]f64) = update_acc p [i] e
					let (q1: acc acc_2 [n]f64) = update_acc q [k] e
					let (pos: bool) = lt.f64 0.0f64 f
					let (p2: acc acc_1 [m]f64) = if pos then
							let (p3: acc acc_1 [m]f64) = update_acc p1 [0i64] e
							in (p3)
						else
							in (p1)
					let (u1: acc acc_3 [m][m]f64) = map m (u; row, jo) (\(u2: acc acc_3 [m][m]f64) (x: f64) (j: i64) : (acc acc_3 [m][m]f64) ->
						let (u8: acc acc_3 [m][m]f64) = map m (u2; row, jo) (\(u3: acc acc_3 [m][m]f64) (y: f64) (l: i64) : (acc acc_3 [m][m]f64) ->
							let (xy: f64) = mul.f64 x y
							let (v: f64) = mul.f64 xy e
							let (u4: acc acc_3 [m][m]f64) = update_acc u3 [j, l] v
							in (u4))
						in (u8))
					in (p2, q1, u1))
				in (a9, b9, c9))
		in (h, g, w)`},
	{"narrow", "(r: [n]f32) (s: [n]i8) (t: [n]u16) (h: [8]i32)", `
		let (r: [n]f32) (s: [n]i8) (t: [n]u16) (js: [n]i64) (os: [n]i32) = map n (fs, xs, is) (\(f: f64) (x: i64) (i: i64) : (f32, i8, u16, i64, i32) ->
			let (a: f32) = to_f32.f64 f
			let (b: f32) = loop (p: f32 = a) for (k9: i64) < i do
				let (q: f32) = sin.f32 p
				let (q2: f32) = add.f32 q 1.0f32
				in (q2)
			let (c: i8) = to_i8.i64 x
			let (d: i8) = mul.i8 c c
			let (e: u16) = to_u16.i64 x
			let (neg: bool) = lt.i8 d 0i8
			let (e2: u16) = if neg then
					let (u: u16) = add.u16 e 77u16
					let (v: u16) = mul.u16 u u
					in (v)
				else
					in (e)
			let (j: i64) = mod.i64 x 8i64
			let (o: i32) = to_i32.i8 d
			in (b, d, e2, j, o))
		let (z: [8]i32) = replicate [8] 0i32
		let (h: [8]i32) = hist n (z) (js) (os) (0i32) (\(x: i32) (y: i32) : (i32) -> let (w: i32) = add.i32 x y in (w))
		in (r, s, t, h)`},
	{"rows", "(r: [n]f64) (q: f64) (top: f64)", `
		let (r: [n]f64) = map n (mat) (\(row: [m]f64) : (f64) ->
			let (s: f64) = loop (tot: f64 = 0.0f64) for (k9: i64) < m do
				let (d: [m]f64) = map m (row) (\(x: f64) : (f64) ->
					let (a: f64) = row[k9]
					let (b: f64) = mul.f64 a x
					let (e: f64) = tanh.f64 b
					in (e))
				let (t: f64) = reduce m (d) (0.0f64) ` + addF + `
				let (u: f64) = add.f64 tot t
				in (u)
			in (s))
		let (ex: [n]f64) = map n (fs) (\(f: f64) : (f64) -> let (e: f64) = exp.f64 f in (e))
		let (q: f64) = reduce n (ex) (0.0f64) ` + addF + `
		let (lg: [n]f64) = map n (fs) (\(f: f64) : (f64) -> let (e: f64) = sin.f64 f in (e))
		let (top: f64) = reduce n (lg) (-f64.inf) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = max.f64 x y in (z))
		in (r, q, top)`},
	{"turned", "(r: [n]f64) (t: [n][m]f64) (g: [m]f64) (h: [4]f64)", `
		let (jo: [m]i64) = iota.i64 m 0i64 1i64
		let (col: [m]f64) = map m (jo) (\(j: i64) : (f64) -> let (x: f64) = to_f64.i64 j let (y: f64) = add.f64 x 0.5f64 in (y))
		let (zm: [m]f64) = replicate [m] 0.5f64
		let (z4: [4]f64) = replicate [4] 0.25f64
		let (g: [m]f64) (h: [4]f64) (r: [n]f64) (t: [n][m]f64) = with_acc (acc_1 zm 0.0f64 ` + addF + `) (acc_2 z4 0.0f64 ` + addF + `)
			(\(a: acc acc_1 [m]f64) (b: acc acc_2 [4]f64) : (acc acc_1 [m]f64, acc acc_2 [4]f64, [n]f64, [n][m]f64) ->
				let (a9: acc acc_1 [m]f64) (b9: acc acc_2 [4]f64) (r9: [n]f64) (t9: [n][m]f64) = map n (a; b; mat, is) (\(p: acc acc_1 [m]f64) (q: acc acc_2 [4]f64) (row: [m]f64) (i: i64) : (acc acc_1 [m]f64, acc acc_2 [4]f64, f64, [m]f64) ->
					let (xs: [m]f64) = map m (row, col) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = mul.f64 x y in (z))
					let (s: f64) = reduce m (xs) (0.0f64) ` + addF + `
					let (mx: f64) = reduce m (row) (-f64.inf) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = max.f64 x y in (z))
					let (e: f64) = tanh.f64 s
					let (ys: [m]f64) = map m (row) (\(x: f64) : (f64) -> let (z: f64) = mul.f64 x e in (z))
					let (p1: acc acc_1 [m]f64) = map m (p; row, jo) (\(u: acc acc_1 [m]f64) (x: f64) (j: i64) : (acc acc_1 [m]f64) ->
						let (v: f64) = mul.f64 x e
						let (u1: acc acc_1 [m]f64) = update_acc u [j] v
						in (u1))
					let (j: i64) = mod.i64 i 4i64
					let (q1: acc acc_2 [4]f64) = update_acc q [j] e
					let (q2: acc acc_2 [4]f64) = update_acc q1 [1i64] s
					let (pos: bool) = lt.f64 0.0f64 e
					let (q3: acc acc_2 [4]f64) = if pos then
							let (q4: acc acc_2 [4]f64) = update_acc q2 [2i64] e
							in (q4)
						else
							in (q2)
					let (f: f64) = min.f64 mx e
					in (p1, q3, f, ys))
				in (a9, b9, r9, t9))
		in (r, t, g, h)`},
	{"shifted", "(r: [n]f64)", `
		let (io: [n]i64) = iota.i64 n 0i64 1i64
		let (back: [n]f64) = reverse fs
		let (r: [n]f64) = map n (io, back) (\(i: i64) (x: f64) : (f64) ->
			let (e: f64) = exp.f64 x
			let (first: bool) = eq.i64 i 0i64
			let (y: f64) = if first then
					in (1.0f64)
				else
					let (k: i64) = add.i64 i -1i64
					let (a: f64) = fs[k]
					let (b: f64) = sin.f64 a
					in (b)
			let (z: f64) = mul.f64 e y
			in (z))
		in (r)`},
	{"jammed", "(w: [m][m]f64) (r: [n]f64) (k: [n]f64) (g: [n][m]f64)", `
		let (jo: [m]i64) = iota.i64 m 0i64 1i64
		let (q: [m][m]f64) = map m (jo) (\(j: i64) : ([m]f64) ->
			let (t: [m]f64) = map m (jo) (\(l: i64) : (f64) ->
				let (a: i64) = mul.i64 j 7i64
				let (b: i64) = add.i64 a l
				let (c: i64) = mod.i64 b 5i64
				let (d: f64) = to_f64.i64 c
				let (e: f64) = mul.f64 d 0.25f64
				in (e))
			in (t))
		let (zw: [m][m]f64) = replicate [m, m] 0.5f64
		let (w: [m][m]f64) (r: [n]f64) (k: [n]f64) (g: [n][m]f64) = with_acc (acc_1 zw 0.0f64 ` + addF + `)
			(\(a: acc acc_1 [m][m]f64) : (acc acc_1 [m][m]f64, [n]f64, [n]f64, [n][m]f64) ->
				let (a9: acc acc_1 [m][m]f64) (r9: [n]f64) (k9: [n]f64) (g9: [n][m]f64) = map n (a; mat, fs) (\(p: acc acc_1 [m][m]f64) (row: [m]f64) (f: f64) : (acc acc_1 [m][m]f64, f64, f64, [m]f64) ->
					let (e: f64) = tanh.f64 f
					let (ys: [m]f64) = map m (q) (\(qr: [m]f64) : (f64) ->
						let (ps: [m]f64) = map m (qr, row) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = mul.f64 x y in (z))
						let (s: f64) = reduce m (ps) (0.0f64) ` + addF + `
						let (s2: f64) = mul.f64 s s
						in (s2))
					let (t: f64) = reduce m (ys) (0.0f64) ` + addF + `
					let (te: f64) = mul.f64 t e
					let (ds: [m]f64) = map m (q) (\(qr: [m]f64) : (f64) ->
						let (ps: [m]f64) = map m (qr, row) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = sub.f64 x y let (z2: f64) = mul.f64 z z in (z2))
						let (s: f64) = reduce m (ps) (0.0f64) ` + addF + `
						in (s))
					let (dm: f64) (di: i64) = reduce m (ds, jo) (f64.inf, -1i64) (\(x: f64) (i: i64) (y: f64) (j: i64) : (f64, i64) ->
						let (less: bool) = lt.f64 y x
						let (z: f64) = min.f64 x y
						let (l: i64) = if less then
								in (j)
							else
								in (i)
						in (z, l))
					let (df: f64) = to_f64.i64 di
					let (d2: f64) = add.f64 dm df
					let (zm: [m]f64) = replicate [m] 0.0f64
					let (gr: [m]f64) (p9: acc acc_1 [m][m]f64) = with_acc (acc_2 zm 0.0f64 ` + addF + `)
						(\(b: acc acc_2 [m]f64) : (acc acc_2 [m]f64, acc acc_1 [m][m]f64) ->
							let (b9: acc acc_2 [m]f64) (p8: acc acc_1 [m][m]f64) = map m (b; p; q, jo) (\(b1: acc acc_2 [m]f64) (p1: acc acc_1 [m][m]f64) (qr: [m]f64) (i: i64) : (acc acc_2 [m]f64, acc acc_1 [m][m]f64) ->
								let (ps: [m]f64) = map m (qr, row) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = mul.f64 x y in (z))
								let (s: f64) = reduce m (ps) (0.0f64) ` + addF + `
								let (v: f64) = mul.f64 s e
								let (b8: acc acc_2 [m]f64) (p7: acc acc_1 [m][m]f64) = map m (b1; p1; qr, row, jo) (\(b2: acc acc_2 [m]f64) (p2: acc acc_1 [m][m]f64) (x: f64) (y: f64) (j: i64) : (acc acc_2 [m]f64, acc acc_1 [m][m]f64) ->
									let (xv: f64) = mul.f64 x v
									let (yv: f64) = mul.f64 y v
									let (b3: acc acc_2 [m]f64) = update_acc b2 [j] xv
									let (p3: acc acc_1 [m][m]f64) = update_acc p2 [i, j] yv
									in (b3, p3))
								in (b8, p7))
							in (b9, p8))
					in (p9, te, d2, gr))
				in (a9, r9, k9, g9))
		in (w, r, k, g)`},
	{"smooth", "(h: [n]f64) (r: [n]f64) (s: [n]f64)", `
		let (io: [n]i64) = iota.i64 n 0i64 1i64
		let (jo: [3]i64) = iota.i64 3i64 0i64 1i64
		let (q: i64) = add.i64 m 3i64
		let (top: i64) = add.i64 n -1i64
		let (zn: [n]f64) = replicate [n] 0.5f64
		let (h: [n]f64) (r: [n]f64) (s: [n]f64) = with_acc (acc_1 zn 0.0f64 ` + addF + `)
			(\(a: acc acc_1 [n]f64) : (acc acc_1 [n]f64, [n]f64, [n]f64) ->
				let (a9: acc acc_1 [n]f64) (r9: [n]f64) (s9: [n]f64) = map n (a; io) (\(p: acc acc_1 [n]f64) (i: i64) : (acc acc_1 [n]f64, f64, f64) ->
					let (k: i64) = mod.i64 i q
					let (d: i64) = div.i64 i q
					let (dq: i64) = mul.i64 d q
					let (dk: i64) = add.i64 dq k
					let (x: f64) = fs[dk]
					let (ev: i64) = mod.i64 d 2i64
					let (even: bool) = eq.i64 ev 0i64
					let (y: f64) = if even then
							let (u: f64) = sin.f64 x
							in (u)
						else
							let (kf: f64) = to_f64.i64 k
							let (u: f64) = mul.f64 x kf
							in (u)
					let (i1: i64) = add.i64 i 1i64
					let (w: i64) = mod.i64 i1 n
					let (right: f64) = fs[w]
					let (i2: i64) = add.i64 i -2i64
					let (l: i64) = max.i64 0i64 i2
					let (left: f64) = fs[l]
					let (i3: i64) = add.i64 i 3i64
					let (c: i64) = min.i64 top i3
					let (far: f64) = fs[c]
					let (first: bool) = eq.i64 i 0i64
					let (bk: i64) = if first then
							in (top)
						else
							let (i0: i64) = add.i64 i -1i64
							in (i0)
					let (back: f64) = fs[bk]
					let (ts: [3]f64) = map 3i64 (jo) (\(b: i64) : (f64) ->
						let (j: i64) = sub.i64 i b
						let (in0: bool) = le.i64 0i64 j
						let (t: f64) = if in0 then
								let (v: f64) = fs[j]
								let (v2: f64) = mul.f64 v v
								in (v2)
							else
								in (0.0f64)
						in (t))
					let (sum: f64) = reduce 3i64 (ts) (0.0f64) ` + addF + `
					let (p1: acc acc_1 [n]f64) = update_acc p [dk] y
					let (p2: acc acc_1 [n]f64) = update_acc p1 [i2] x
					let (low: bool) = lt.i64 i m
					let (p3: acc acc_1 [n]f64) = if low then
							let (p4: acc acc_1 [n]f64) = update_acc p2 [i1] right
							in (p4)
						else
							in (p2)
					let (e1: f64) = add.f64 right left
					let (e2: f64) = sub.f64 e1 far
					let (e3: f64) = mul.f64 e2 back
					let (e4: f64) = add.f64 e3 sum
					in (p3, e4, y))
				in (a9, r9, s9))
		in (h, r, s)`},
	{"tail", "(r: [5][m]f64) (s: [5]f64)", `
		let (z: [5][m]f64) = replicate [5, m] 0.5f64
		let (y: [5]f64) = replicate [5] 0.25f64
		let (r: [5][m]f64) (s: [5]f64) = with_acc (acc_1 z 0.0f64 ` + addF + `) (acc_2 y 0.0f64 ` + addF + `)
			(\(a: acc acc_1 [5][m]f64) (b: acc acc_2 [5]f64) : (acc acc_1 [5][m]f64, acc acc_2 [5]f64) ->
				let (a9: acc acc_1 [5][m]f64) (b9: acc acc_2 [5]f64) = map n (a; b; mat, is, fs) (\(p: acc acc_1 [5][m]f64) (q: acc acc_2 [5]f64) (row: [m]f64) (i: i64) (f: f64) : (acc acc_1 [5][m]f64, acc acc_2 [5]f64) ->
					let (e: f64) = tanh.f64 f
					let (g: f64) = sin.f64 e
					let (j: i64) = mod.i64 i 5i64
					let (pos: bool) = lt.f64 -0.5f64 e
					let (p2: acc acc_1 [5][m]f64) = if pos then
							let (xs: [m]f64) = map m (row) (\(x: f64) : (f64) -> let (u: f64) = mul.f64 x g in (u))
							let (p1: acc acc_1 [5][m]f64) = update_acc p [j] xs
							in (p1)
						else
							in (p)
					let (q1: acc acc_2 [5]f64) = update_acc q [j] e
					in (p2, q1))
				in (a9, b9))
		in (r, s)`},
}

// TestLaneForms: the programs of those names have what they are called after.
func TestLaneForms(t *testing.T) {
	e := device(t)
	e.target.Lanes = 8
	has := map[string]string{"tail": "pointwise", "jammed": "lshr.i64"}
	for _, b := range laneBodies {
		s, err := flat.Program(parse(t, program(b.ret, b.body)))
		if err != nil {
			t.Fatal(err)
		}
		s.Target = seg.Target(e.target)
		if text := seg.Print(backend.RunKernelPasses(s, "epilogue")); has[b.name] != "" && !strings.Contains(text, has[b.name]) {
			t.Errorf("%s: no %s in\n%s", b.name, has[b.name], text)
		}
	}
}

// TestLanes runs them with as many points as fill lanes, and some more, and with fewer.
func TestLanes(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	e.limits.ChunkWork, e.limits.Poison = 1<<30, true
	for _, width := range []int{2, 8, 16} {
		e.target.Lanes = width
		for _, b := range laneBodies {
			t.Run(fmt.Sprintf("%s/%d", b.name, width), func(t *testing.T) {
				p := parse(t, program(b.ret, b.body))
				for _, size := range [][2]int64{{0, 3}, {1, 5}, {7, 0}, {16, 8}, {37, 19}, {70, 9}} {
					n, m := size[0], size[1]
					args := []value.Value{i64(n), i64(m), i64(n * m), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, m), indices(max(m, 1), n)}
					if d := disagreement(e, p, args); d != "" {
						t.Errorf("n=%d, m=%d: %s", n, m, d)
					}
				}
			})
		}
	}
}
