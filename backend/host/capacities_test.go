package host

import (
	"errors"
	"testing"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// growing are programs with arrays inside kernels whose sizes only the kernel finds out; the sizes are those
// among is, which reach from 0 to some thousands.
var growing = []struct{ name, ret, body string }{
	{"array of a loaded size", "(r: [n]i64)", `
		let (r: [n]i64) = map n (is) (\(i: i64) : (i64) ->
			let (z: [i]i64) = iota.i64 i 0i64 1i64
			let (s: [i]i64) = scan i (z) (0i64) ` + addI + `
			let (t: i64) = reduce i (s) (0i64) (\(x: i64) (y: i64) : (i64) -> let (q: i64) = add.i64 x y in (q))
			in (t))
		in (r)`},
	{"loop that doubles its array", "(r: [n]i64)", `
		let (r: [n]i64) = map n (is) (\(i: i64) : (i64) ->
			let (one: [1]i64) = [i] : i64
			let (len: i64) (a: [len]i64) = loop (l: i64 = 1i64) (p: [l]i64 = one) while
					let (t: bool) = lt.i64 l i
					in (t)
				do
					let (l2: i64) = mul.i64 l 2i64
					let (p2: [l2]i64) = concat l2 (p, p)
					in (l2, p2)
			let (s: i64) = reduce len (a) (0i64) ` + addI + `
			in (s))
		in (r)`},
	{"branches of two sizes, and rows", "(r: [n]f64)", `
		let (r: [n]f64) = map n (is) (\(i: i64) : (f64) ->
			let (big: bool) = lt.i64 100i64 i
			let (k: i64) (a: [k][m]f64) = if big then
					let (k1: i64) = sub.i64 i 50i64
					let (a1: [k1][m]f64) = replicate [k1, m] 2.0f64
					let (a2: [k1][m]f64) = a1 with [0i64, 0i64] = 7.5f64
					in (k1, a2)
				else
					let (k2: i64) = add.i64 i 1i64
					let (b1: [k2][m]f64) = replicate [k2, m] 3.0f64
					in (k2, b1)
			let (km: i64) = mul.i64 k m
			let (f: [km]f64) = reshape [km] a
			let (x: f64) = f[0i64]
			let (kf: f64) = to_f64.i64 k
			let (s: f64) = add.f64 x kf
			in (s))
		in (r)`},
	{"consumption before the failure", "(d: [n]i64) (h: [m]i64)", `
		let (z: [n]i64) = copy is
		let (w: [m]i64) = replicate [m] 1i64
		let (d: [n]i64) (h: [m]i64) = with_acc
			(acc_1 z 0i64 ` + addI2 + `)
			(acc_2 w 0i64 ` + addI3 + `)
			(\(a: acc acc_1 [n]i64) (b: acc acc_2 [m]i64) : (acc acc_1 [n]i64, acc acc_2 [m]i64) ->
				let (a2: acc acc_1 [n]i64) (b2: acc acc_2 [m]i64) = map n (a; b; is) (\(p: acc acc_1 [n]i64) (q: acc acc_2 [m]i64) (i: i64) : (acc acc_1 [n]i64, acc acc_2 [m]i64) ->
					let (j: i64) = mod.i64 i m
					let (p1: acc acc_1 [n]i64) = update_acc p [j] i
					let (q1: acc acc_2 [m]i64) = update_acc q [j] 1i64
					let (v: [i]i64) = iota.i64 i 0i64 1i64
					let (s: [i]i64) = scan i (v) (0i64) ` + addI + `
					let (t: i64) = reduce i (s) (0i64) ` + addI + `
					let (p2: acc acc_1 [n]i64) = update_acc p1 [0i64] t
					in (p2, q1))
				in (a2, b2))
		in (d, h)`},
	// a tape, with an alias of it that is read after it has got longer
	{"tape", "(r: [n]i64)", `
		let (r: [n]i64) = map n (is) (\(i: i64) : (i64) ->
			let (one: [4]i64) = scratch [4]i64
			let (l: i64) (cap: i64) (a: [cap]i64) (used: i64) (h: i64) = loop (l: i64 = i) (cap0: i64 = 4i64) (p: [cap0]i64 = one) (used0: i64 = 0i64) (h0: i64 = 0i64) while
					let (t: bool) = lt.i64 0i64 l
					in (t)
				do
					let (p1: [cap0]i64) = p with [0i64] = l
					let (al: [1]i64) = p1[0i64 : 1i64 : 1i64]
					let (u1: i64) = add.i64 used0 1i64
					let (full: bool) = lt.i64 cap0 u1
					let (cap1: i64) (p2: [cap1]i64) = if full then
							let (dbl: i64) = mul.i64 cap0 2i64
							let (n1: [dbl]i64) = scratch [dbl]i64
							let (n2: [dbl]i64) = n1 with [0i64 : cap0 : 1i64] = p1
							let (n3: [dbl]i64) = n2 with [0i64] = -1i64
							in (dbl, n3)
						else
							in (cap0, p1)
					let (peek: i64) = al[0i64]
					let (odd: i64) = mod.i64 l 2i64
					let (isodd: bool) = eq.i64 odd 1i64
					let (p3: [cap1]i64) = p2 with [used0] = peek
					let (p5: [cap1]i64) (z: i64) = loop (p4: [cap1]i64 = p3) (z0: i64 = 0i64) for (j: i64) < odd do
						let (q: [cap1]i64) = p4 with [used0] = 77i64
						in (q, j)
					let (h1: i64) = add.i64 h0 peek
					let (l2: i64) = sub.i64 l 1i64
					in (l2, cap1, p5, u1, h1)
			let (v: [used]i64) = a[0i64 : used : 1i64]
			let (s: i64) = reduce used (v) (0i64) ` + addI + `
			let (s2: i64) = add.i64 s h
			in (s2))
		in (r)`},
	{"reduction", "(r: i64) (sc: [n]i64)", `
		let (ts: [n]i64) = map n (is) (\(i: i64) : (i64) ->
			let (z: [i]i64) = iota.i64 i 0i64 1i64
			let (s: [i]i64) = scan i (z) (0i64) ` + addI + `
			let (t: i64) = reduce i (s) (0i64) ` + addI + `
			in (t))
		let (r: i64) = reduce n (ts) (0i64) ` + addI + `
		let (sc: [n]i64) = scan n (is) (0i64) ` + addI + `
		in (r, sc)`},
	{"result of a size of its own", "(len: i64) (a: [len]i64)", `
		let (i: i64) = is[0i64]
		let (one: [1]i64) = [i] : i64
		let (len: i64) (a: [len]i64) = loop (l: i64 = 1i64) (p: [l]i64 = one) while
				let (t: bool) = lt.i64 l 5000i64
				in (t)
			do
				let (l1: i64) = add.i64 l l
				let (l2: i64) = add.i64 l1 i
				let (q: [l2]i64) = replicate [l2] l
				let (q2: [l2]i64) = q with [0i64] = 1i64
				in (l2, q2)
		in (len, a)`},
}

const (
	addI2 = `(\(x2: i64) (y2: i64) : (i64) -> let (z2: i64) = add.i64 x2 y2 in (z2))`
	addI3 = `(\(x3: i64) (y3: i64) : (i64) -> let (z3: i64) = add.i64 x3 y3 in (z3))`
)

// sizesUpTo are n sizes; the largest stands in the middle.
func sizesUpTo(top, n int64) *value.Array {
	a := value.NewArray(prim.I64, n)
	for i := range n {
		k := i * 2654435761 % 97
		if i == n/2 {
			k = top
		}
		copy(a.Data[i*8:], toBytes(prim.Int(prim.I64, k)))
	}
	return a
}

// TestGrowing runs them with capacities that suffice, and that do not.
func TestGrowing(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	e.limits.ChunkWork = 100
	for _, g := range growing {
		t.Run(g.name, func(t *testing.T) {
			p := parse(t, "fun main (n: i64) (m: i64) (is: [n]i64) : "+g.ret+" = "+g.body)
			for _, top := range []int64{50, 9000, 200} {
				args := []value.Value{i64(40), i64(3), sizesUpTo(top, 40)}
				if d := disagreement(e, p, args); d != "" {
					t.Errorf("up to %d: %s", top, d)
				}
			}
		})
	}
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}

// TestGrowingForever: an array that never stops growing is an error of memory, with nothing left behind, and
// the program runs again with other arguments.
func TestGrowingForever(t *testing.T) {
	e := device(t)
	p := parse(t, `fun main (n: i64) (is: [n]i64) : (r: [n]i64) =
		let (r: [n]i64) = map n (is) (\(i: i64) : (i64) ->
			let (z: [i]i64) = iota.i64 i 0i64 1i64
			let (s: [i]i64) = scan i (z) (0i64) `+addI+`
			let (t: i64) = reduce i (s) (0i64) `+addI+`
			in (t))
		in (r)`)
	c, err := e.Compile(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for name, form := range forms(c.(*compiled)) {
		_, err = runOn(e, form, []value.Value{i64(5), sizesUpTo(1<<45, 5)})
		var d *diag.Diag
		if !errors.As(err, &d) || d.Class != diag.Memory {
			t.Errorf("%s: error %v, want one of memory", name, err)
		}
		if n := e.MemoryInUse(); n != 0 {
			t.Errorf("%s: %d bytes are still in use", name, n)
		}
	}
	if d := disagreement(e, p, []value.Value{i64(5), sizesUpTo(3000, 5)}); d != "" {
		t.Error(d)
	}
}
