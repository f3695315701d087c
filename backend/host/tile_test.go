package host

import (
	"strings"
	"testing"

	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/value"
)

// products are maps whose points fold over arrays that they share, in the forms that gen computes in tiles
// and in forms close to them: bodies of main n m k (a: [n][k]T) (b: [k][m]T) (c: [m][k]T) (v: [m]T) (y: [k]T).
var products = []struct{ name, ret, body string }{
	{"along j", "(r: [n][m]T)", `
		let (t: [m][k]T) = rearrange (1, 0) b
		let (r: [n][m]T) = map n (a) (\(x: [k]T) : ([m]T) ->
			let (row: [m]T) = map m (t) (\(z: [k]T) : (T) ->
				let (ps: [k]T) = map k (x, z) (\(p: T) (q: T) : (T) -> let (u: T) = mul.T p q in (u))
				let (s: T) = reduce_comm k (ps) (0.0T) ADD
				in (s))
			in (row))
		in (r)`},
	{"along k", "(r: [n][m]T)", `
		let (r: [n][m]T) = map n (a) (\(x: [k]T) : ([m]T) ->
			let (row: [m]T) = map m (c, v) (\(z: [k]T) (w: T) : (T) ->
				let (ps: [k]T) = map k (x, z) (\(p: T) (q: T) : (T) -> let (u: T) = sub.T p q let (u2: T) = mul.T u u in (u2))
				let (s: T) = reduce_comm k (ps) (0.0T) ADD
				let (s2: T) = add.T s w
				in (s2))
			in (row))
		in (r)`},
	{"two folds at once, with operands of the row", "(r: [n][m]T) (g: [n][m]T)", `
		let (t: [m][k]T) = rearrange (1, 0) b
		let (r: [n][m]T) (g: [n][m]T) = map n (a) (\(x: [k]T) : ([m]T, [m]T) ->
			let (row: [m]T) (gr: [m]T) = map m (t, v) (\(z: [k]T) (w: T) : (T, T) ->
				let (ps: [k]T) (qs: [k]T) = map k (x, z) (\(p: T) (q: T) : (T, T) ->
					let (u: T) = mul.T p q
					let (o: T) = mul.T u w
					let (h: T) = abs.T q
					in (o, h))
				let (s: T) (mx: T) = reduce_comm k (ps, qs) (1.0T, -1000.0T) (\(x1: T) (x2: T) (y1: T) (y2: T) : (T, T) ->
					let (z1: T) = add.T x1 y1
					let (z2: T) = max.T x2 y2
					in (z1, z2))
				let (s2: T) = div.T s w
				in (s2, mx))
			in (row, gr))
		in (r, g)`},
	{"row times matrix", "(r: [m]T)", `
		let (t: [m][k]T) = rearrange (1, 0) b
		let (r: [m]T) = map m (t) (\(z: [k]T) : (T) ->
			let (ps: [k]T) = map k (y, z) (\(p: T) (q: T) : (T) -> let (u: T) = mul.T p q in (u))
			let (s: T) = reduce_comm k (ps) (0.0T) ADD
			in (s))
		in (r)`},
	{"sums of rows", "(r: [n][m]T)", `
		let (r: [n][m]T) = map n (a) (\(x: [k]T) : ([m]T) ->
			let (z: [m]T) = replicate [m] 1.5T
			let (w: [m]T) = with_acc (acc_1 z 0.0T ADD)
				(\(q: acc acc_1 [m]T) : (acc acc_1 [m]T) ->
					let (q2: acc acc_1 [m]T) = map k (q; b, x) (\(q3: acc acc_1 [m]T) (row: [m]T) (f: T) : (acc acc_1 [m]T) ->
						let (f2: T) = mul.T f 2.0T
						let (sc: [m]T) = map m (row, v) (\(e: T) (g: T) : (T) ->
							let (d: T) = mul.T e f2
							let (d2: T) = add.T d g
							in (d2))
						let (q4: acc acc_1 [m]T) = update_acc q3 [] sc
						in (q4))
					in (q2))
			in (w))
		in (r)`},
	{"sums of plain rows, and of rows of the point's own", "(r: [n][m]T) (o: [n][k]T)", `
		let (r: [n][m]T) (o: [n][k]T) = map n (a) (\(x: [k]T) : ([m]T, [k]T) ->
			let (z: [m]T) = replicate [m] 0.0T
			let (w: [m]T) = with_acc (acc_1 z 0.0T ADD)
				(\(q: acc acc_1 [m]T) : (acc acc_1 [m]T) ->
					let (q2: acc acc_1 [m]T) = map k (q; b) (\(q3: acc acc_1 [m]T) (row: [m]T) : (acc acc_1 [m]T) ->
						let (q4: acc acc_1 [m]T) = update_acc q3 [] row
						in (q4))
					in (q2))
			let (own: [m][k]T) = replicate [m] x
			let (z2: [k]T) = replicate [k] 0.0T
			let (w2: [k]T) = with_acc (acc_2 z2 0.0T ADD2)
				(\(q: acc acc_2 [k]T) : (acc acc_2 [k]T) ->
					let (q2: acc acc_2 [k]T) = map m (q; own) (\(q3: acc acc_2 [k]T) (row: [k]T) : (acc acc_2 [k]T) ->
						let (q4: acc acc_2 [k]T) = update_acc q3 [] row
						in (q4))
					in (q2))
			in (w, w2))
		in (r, o)`},
}

// TestProducts: sizes below, at and above those of tiles, empty ones among them.
func TestProducts(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	e.limits.ChunkWork = 500
	for _, elem := range []prim.Type{prim.F32, prim.F64} {
		for _, p := range products {
			prog := parse(t, product(p.ret, p.body, elem))
			for _, s := range [][3]int64{{1, 16, 3}, {3, 31, 20}, {4, 32, 16}, {5, 4, 40}, {9, 150, 17}, {70, 50, 33}, {6, 40, 1}, {6, 40, 0}, {0, 40, 5}, {2, 0, 5}} {
				n, m, k := s[0], s[1], s[2]
				args := []value.Value{i64(n), i64(m), i64(k), floats(elem, n, k), floats(elem, k, m), floats(elem, m, k), floats(elem, m), floats(elem, k)}
				if d := disagreement(e, prog, args); d != "" {
					t.Errorf("%s, %s, n=%d m=%d k=%d: %s", p.name, elem, n, m, k, d)
				}
			}
		}
	}
}

// product is the program with elements of a type.
func product(ret, body string, elem prim.Type) string {
	text := "fun main (n: i64) (m: i64) (k: i64) (a: [n][k]T) (b: [k][m]T) (c: [m][k]T) (v: [m]T) (y: [k]T) : " + ret + " = " + body
	text = strings.ReplaceAll(text, "ADD2", `(\(e1: T) (e2: T) : (T) -> let (e3: T) = add.T e1 e2 in (e3))`)
	text = strings.ReplaceAll(text, "ADD", `(\(d1: T) (d2: T) : (T) -> let (d3: T) = add.T d1 d2 in (d3))`)
	return strings.ReplaceAll(text, "T", elem.String())
}

// TestTiled: the forms that should be computed in tiles are.
func TestTiled(t *testing.T) {
	e := device(t)
	for i, p := range products {
		c, err := e.Compile(t.Context(), opt.Interchange(parse(t, product(p.ret, p.body, prim.F64))))
		if err != nil {
			t.Fatal(err)
		}
		if got := tiledKernels(c.(*compiled).par) > 0; got != (i < 5) {
			t.Errorf("%s: tiles: %v", p.name, got)
		}
	}
}
