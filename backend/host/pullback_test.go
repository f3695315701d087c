package host

import (
	"context"
	"strings"
	"testing"

	"raido/backend"
	"raido/backend/interp"
	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
)

// pullbacks are derivatives as reverse mode leaves them: products of matrices, row by row into accumulators. Each
// says how many products come of it.
var pullbacks = []struct {
	name, ret, body string
	products        int
}{
	{"both factors", "(da: [n][k]T) (db: [k][m]T)", pullback(`
				let (z: [k]T) = replicate [k] 0.0T
				let (xb: [k]T) (cs: [m][k]T) = with_acc (acc_2 z 0.0T ADD2)
					(\(q: acc acc_2 [k]T) : (acc acc_2 [k]T, [m][k]T) ->
						let (q2: acc acc_2 [k]T) (os: [m][k]T) = map m (q; t, yBar) (\(q3: acc acc_2 [k]T) (col: [k]T) (y1: T) : (acc acc_2 [k]T, [k]T) ->
							let (l: [k]T) (o: [k]T) = map k (row, col) (\(e: T) (f: T) : (T, T) ->
								let (g: T) = mul.T f y1
								let (h: T) = mul.T e y1
								in (g, h))
							let (q4: acc acc_2 [k]T) = update_acc q3 [] l
							in (q4, o))
						in (q2, os))
				let (cst: [k][m]T) = rearrange (1, 0) cs
				let (p4: acc acc_1 [k][m]T) = update_acc p3 [] cst
				in (p4, xb)`), 2},
	{"the right factor, of a function of the sums", "(da: [n][k]T) (db: [k][m]T)", pullback(`
				let (us: [m]T) = map m (yBar, v) (\(e: T) (f: T) : (T) ->
					let (g: T) = max.T e f
					in (g))
				let (cs: [m][k]T) = map m (us) (\(y1: T) : ([k]T) ->
					let (y2: T) = mul.T y1 3.0T
					let (o: [k]T) = map k (row) (\(e: T) : (T) ->
						let (h: T) = mul.T e y2
						in (h))
					in (o))
				let (cst: [k][m]T) = rearrange (1, 0) cs
				let (p4: acc acc_1 [k][m]T) = update_acc p3 [] cst
				let (xb: [k]T) = map k (row) (\(e: T) : (T) ->
					let (h: T) = sin.T e
					in (h))
				in (p4, xb)`), 1},
	{"a product, and what is made of its rows", "(da: [n][k]T) (db: [k][m]T)", pullback(`
				let (ps: [m]T) = map m (t) (\(col: [k]T) : (T) ->
					let (fs: [k]T) = map k (row, col) (\(e: T) (f: T) : (T) -> let (g: T) = mul.T e f in (g))
					let (s: T) = reduce_comm k (fs) (0.0T) ADD2
					in (s))
				let (us: [m]T) = map m (yBar, ps) (\(e: T) (f: T) : (T) ->
					let (g: T) = max.T e f
					in (g))
				let (cs: [k][m]T) = map k (row) (\(e: T) : ([m]T) ->
					let (o: [m]T) = map m (us) (\(f: T) : (T) ->
						let (h: T) = mul.T e f
						in (h))
					in (o))
				let (p4: acc acc_1 [k][m]T) = update_acc p3 [] cs
				let (z: [k]T) = replicate [k] 2.0T
				let (xb: [k]T) = map k (row, z) (\(e: T) (f: T) : (T) ->
					let (h: T) = mul.T e f
					in (h))
				in (p4, xb)`), 2},
	{"added to what was there", "(da: [n][k]T) (db: [k][m]T)", strings.Replace(pullback(`
				let (cs: [k][m]T) = map k (row) (\(e: T) : ([m]T) ->
					let (o: [m]T) = map m (yBar) (\(f: T) : (T) ->
						let (h: T) = mul.T e f
						in (h))
					in (o))
				let (p4: acc acc_1 [k][m]T) = update_acc p3 [] cs
				let (xb: [k]T) = map k (row) (\(e: T) : (T) ->
					let (h: T) = sin.T e
					in (h))
				in (p4, xb)`), "replicate [k, m] 0.0T", "copy b", 1), 1},
}

// pullback is the program with a map over the rows of a that adds to an accumulator.
func pullback(body string) string {
	return `
		let (t: [m][k]T) = rearrange (1, 0) b
		let (ys: [n][m]T) = map n (a) (\(x0: [k]T) : ([m]T) ->
			let (s0: T) = reduce_comm k (x0) (-9.0T) (\(m1: T) (m2: T) : (T) -> let (m3: T) = max.T m1 m2 in (m3))
			let (w: [m]T) = map m (v) (\(e0: T) : (T) -> let (h0: T) = mul.T e0 s0 in (h0))
			in (w))
		let (z0: [k][m]T) = replicate [k, m] 0.0T
		let (db: [k][m]T) (da: [n][k]T) = with_acc (acc_1 z0 0.0T ADD)
			(\(p: acc acc_1 [k][m]T) : (acc acc_1 [k][m]T, [n][k]T) ->
			let (p2: acc acc_1 [k][m]T) (da2: [n][k]T) = map n (p; a, ys) (\(p3: acc acc_1 [k][m]T) (row: [k]T) (yBar: [m]T) : (acc acc_1 [k][m]T, [k]T) ->` + body + `)
			in (p2, da2))
		in (da, db)`
}

// TestPullbacks: after the passes each is products in tiles, with the values of before.
func TestPullbacks(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	e.limits.ChunkWork = 500
	for _, elem := range []prim.Type{prim.F32, prim.F64} {
		for _, p := range pullbacks {
			before := parse(t, product(p.ret, p.body, elem))
			after, err := backend.Passes(before)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(core.Print(after), "reduce_comm"); got != p.products+1 || strings.Contains(core.Print(after), "update_acc") {
				t.Errorf("%s: %d reductions, want 1 and %d:\n%s", p.name, got, p.products, core.Print(after))
			}
			c, err := e.Compile(t.Context(), after)
			if err != nil {
				t.Fatal(err)
			}
			if tiledKernels(c.(*compiled).par) == 0 {
				t.Errorf("%s: no tiles", p.name)
			}
			for _, s := range [][3]int64{{0, 9, 9}, {1, 0, 5}, {2, 7, 3}, {9, 10, 33}, {40, 33, 17}, {33, 9, 130}, {130, 9, 21}} {
				n, m, k := s[0], s[1], s[2]
				args := []value.Value{i64(n), i64(m), i64(k), floats(elem, n, k), floats(elem, k, m), floats(elem, m, k), floats(elem, m), floats(elem, k)}
				if d := disagreement(e, after, args); d != "" {
					t.Errorf("%s, %s, n=%d m=%d k=%d: %s", p.name, elem, n, m, k, d)
				}
				if d := changed(before, after, args); d != "" {
					t.Errorf("%s, %s, n=%d m=%d k=%d: after the passes %s", p.name, elem, n, m, k, d)
				}
			}
		}
	}
}

// changed tells how two programs differ on the interpreter.
func changed(p, q *core.Prog, args []value.Value) string {
	in := interp.New()
	var res [2][]value.Value
	for i, prog := range []*core.Prog{p, q} {
		c, err := in.Compile(context.Background(), prog)
		if err == nil {
			res[i], err = runOn(in, c, args)
		}
		if err != nil {
			return err.Error()
		}
	}
	for i, want := range res[0] {
		if got := res[1][i]; !same(got, want) {
			return "result is\n  " + show(got) + "\nwant\n  " + show(want)
		}
	}
	return ""
}
