package rev_test

import (
	"context"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/eval"
	"raido/lang/prim"
	"raido/lang/value"
)

// readAll reads all of a.
const readAll = `
      let (p: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
      let (s: f64) = reduce n (p) (0.1) ` + addOp + `
      let (z: f64) = sin.f64 s`

// undoCases update arrays in place and read them as they were: bodies of a loop that carries a, with m the number of iterations.
var undoCases = []struct{ name, body string }{
	{"whole", readAll + `
      let (b: [n]f64) = a with [i] = z
      in (b)`},
	{"byElements", `
      let (s: f64) = loop (s: f64 = 0.1) for (j: i64) < n do
          let (x: f64) = a[j]
          let (y: f64) = sin.f64 x
          let (z: f64) = mul.f64 y 0.5
          let (t: f64) = add.f64 s z
          in (t)
      let (b: [n]f64) = a with [i] = s
      in (b)`},
	{"inMap", `
      let (is: [n]i64) = iota.i64 n 0 1
      let (p: [n]f64) = map n (is) (\(j: i64) : (f64) ->
        let (k: i64) = sub.i64 n j
        let (l: i64) = sub.i64 k 1
        let (x: f64) = a[l]
        let (y: f64) = mul.f64 x x
        in (y))
      let (s: f64) = reduce n (p) (0.1) ` + addOp + `
      let (z: f64) = sin.f64 s
      let (b: [n]f64) = a with [i] = z
      in (b)`},
	{"swap", readAll + `
      let (k: i64) = sub.i64 n i
      let (l: i64) = sub.i64 k 1
      let (x: f64) = a[l]
      let (b: [n]f64) = a with [l] = z
      let (c: [n]f64) = b with [i] = x
      in (c)`},
	{"places", `
      let (q: i64) = js[i]
      let (p: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
      let (s: f64) = reduce n (p) (0.1) ` + addOp + `
      let (z: f64) = sin.f64 s
      let (b: [n]f64) = a with [q] = z
      in (b)`},
	{"foundPlaces", `
      let (x: f64) = a[i]
      let (y: f64) = mul.f64 x 3.0
      let (u: i64) = to_i64.f64 y
      let (v: i64) = abs.i64 u
      let (q: i64) = min.i64 v i
      let (p: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
      let (s: f64) = reduce n (p) (0.1) ` + addOp + `
      let (z: f64) = sin.f64 s
      let (b: [n]f64) = a with [q] = z
      in (b)`},
	{"sweeps", `
      let (d: [n]f64) = loop (d: [n]f64 = a) for (k: i64) < n do
          let (p: [k]f64) = d[0 : k : 1]
          let (q: [k]f64) = map k (p) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
          let (s: f64) = reduce k (q) (0.1) ` + addOp + `
          let (l: i64) = add.i64 k 1
          let (w: i64) = sub.i64 n l
          let (o: [w]f64) = d[l : w : 1]
          let (u: [w]f64) = map w (o) (\(x: f64) : (f64) -> let (y: f64) = sin.f64 x in (y))
          let (t: f64) = reduce w (u) (s) ` + addOp + `
          let (z: f64) = sin.f64 t
          let (e: [n]f64) = d with [k] = z
          in (e)
      let (b: [n]f64) = d with [i] = 0.3
      in (b)`},
	{"nest", `
      let (x: f64) = a[i]
      let (y: f64) = sin.f64 x
      let (c: [n]f64) = a with [i] = y
      let (b: [n]f64) = loop (d: [n]f64 = c) for (k: i64) < 3 do
          let (p: [n]f64) = map n (d) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
          let (s: f64) = reduce n (p) (0.1) ` + addOp + `
          let (z: f64) = sin.f64 s
          let (l: i64) = mul.i64 k 7
          let (o: i64) = add.i64 l i
          let (q: i64) = rem.i64 o n
          let (e: [n]f64) = d with [q] = z
          in (e)
      in (b)`},
	{"deep", `
      let (b: [n]f64) = loop (d: [n]f64 = a) for (k: i64) < 2 do
          let (f: [n]f64) = d with [k] = 0.2
          let (g: [n]f64) = loop (h: [n]f64 = f) for (u: i64) < 2 do
              let (p: [n]f64) = map n (h) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
              let (s: f64) = reduce n (p) (0.1) ` + addOp + `
              let (z: f64) = sin.f64 s
              let (l: i64) = add.i64 k u
              let (o: i64) = add.i64 l i
              let (q: i64) = rem.i64 o n
              let (e: [n]f64) = h with [q] = z
              in (e)
          in (g)
      in (b)`},
	{"part", readAll + `
      let (t: f64) = cos.f64 s
      let (v: [2]f64) = [z, t] : f64
      let (k: i64) = sub.i64 n 2
      let (l: i64) = min.i64 i k
      let (b: [n]f64) = a with [l : 2 : 1] = v
      in (b)`},
	{"scatter", readAll + `
      let (t: f64) = cos.f64 s
      let (q: i64) = js[i]
      let (ks: [4]i64) = [q, i, n, q] : i64
      let (v: [4]f64) = [s, z, t, t] : f64
      let (b: [n]f64) = scatter 4 (a) (ks) (v)
      in (b)`},
	{"scatterFound", readAll + `
      let (t: f64) = cos.f64 s
      let (x: f64) = a[i]
      let (w: f64) = mul.f64 x 3.0
      let (u: i64) = to_i64.f64 w
      let (q: i64) = abs.i64 u
      let (is: [2]i64) = iota.i64 2 0 1
      let (ks: [2]i64) = map 2 (is) (\(j: i64) : (i64) -> let (o: i64) = add.i64 q j in (o))
      let (v: [2]f64) = map 2 (ks) (\(j: i64) : (f64) -> let (o: i64) = rem.i64 j n let (f: f64) = a[o] let (g: f64) = mul.f64 f z in (g))
      let (c: [n]f64) = scatter 2 (a) (ks) (v)
      let (b: [n]f64) = c with [i] = t
      in (b)`},
	{"hist", readAll + `
      let (t: f64) = cos.f64 s
      let (q: i64) = js[i]
      let (ks: [4]i64) = [q, i, n, q] : i64
      let (r: f64) = mul.f64 z 0.1
      let (v: [4]f64) = [r, z, t, r] : f64
      let (b: [n]f64) = hist 4 (a) (ks) (v) (0.0) ` + addOp + `
      in (b)`},
	{"growing", readAll + `
      let (k: i64) = min.i64 i 2
      let (o: [k]f64) = a[0 : k : 1]
      let (v: [k]f64) = map k (o) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x z in (y))
      let (b: [n]f64) = a with [0 : k : 1] = v
      in (b)`},
	{"ragged", readAll + `
      let (q: i64) = js[i]
      let (k: i64) = min.i64 q 2
      let (l: i64) = sub.i64 n k
      let (o: [k]f64) = a[l : k : 1]
      let (v: [k]f64) = map k (o) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x z in (y))
      let (b: [n]f64) = a with [l : k : 1] = v
      in (b)`},
	{"raggedRows", `
      let (b: [n]f64) = loop (d: [n]f64 = a) for (u: i64) < n do
          let (p: [n]f64) = map n (d) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
          let (s: f64) = reduce n (p) (0.1) ` + addOp + `
          let (z: f64) = sin.f64 s
          let (q: i64) = js[u]
          let (k: i64) = min.i64 q 2
          let (l: i64) = sub.i64 n k
          let (o: [k]f64) = d[l : k : 1]
          let (v: [k]f64) = map k (o) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x z in (y))
          let (e: [n]f64) = d with [l : k : 1] = v
          in (e)
      in (b)`},
	{"scatterRagged", readAll + `
      let (q: i64) = js[i]
      let (k: i64) = min.i64 q 3
      let (is: [k]i64) = iota.i64 k q -1
      let (v: [k]f64) = map k (is) (\(j: i64) : (f64) -> let (f: f64) = a[j] let (g: f64) = mul.f64 f z in (g))
      let (b: [n]f64) = scatter k (a) (is) (v)
      in (b)`},
}

// TestUndo: arrays that loops update in place go back through their versions: the derivative is right, and what is kept grows as the number of
// updates does.
func TestUndo(t *testing.T) {
	for _, c := range undoCases {
		for _, while := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				head, tail := "loop (a: [n]f64 = c) for (i: i64) < m do", ""
				body := c.body
				if while {
					head = `loop (a: [n]f64 = c) (i: i64 = 0) while
      let (go: bool) = lt.i64 i m
      in (go)
    do`
					tail = " (e: i64)"
					at := len(body) - 3
					body = body[:at-6] + "      let (i1: i64) = add.i64 i 1\n      in " + body[at:at+2] + ", i1)"
				}
				p := coretest.Parse(t, `fun main (n: i64) (m: i64) (js: [n]i64) (xs: [n]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64)`+tail+` = `+head+body+`
  in (r)`)
				checkDiff(t, p, undoArgs(5, 5), 1e-5)
				checkDiff(t, p, undoArgs(5, 0), 1e-5)
				q := vjp(t, p)
				few, many := scratchOf(t, q, undoArgs(20, 20), 3), scratchOf(t, q, undoArgs(80, 80), 3)
				if strings.HasPrefix(c.name, "scatter") { // each iteration has places for which values are the last at theirs
					few, many = few-20*20*8, many-80*80*8
				}
				most := 6 * few
				ragged := c.name == "growing" || strings.Contains(strings.ToLower(c.name), "ragged")
				if c.name == "sweeps" || c.name == "raggedRows" || while && (ragged || c.name == "nest" || c.name == "deep") { // the square of as many updates, or all of the array in each iteration
					most = 20 * few
				}
				if many > most {
					t.Errorf("%d bytes are kept of 20 elements, %d of 80\n%s", few, many, core.Print(q))
				}
			})
		}
	}
}

func undoArgs(n, m int64) []value.Value {
	js := make([]int64, n)
	xs := make([]float64, n)
	for i := range n {
		js[i], xs[i] = (i*7+3)%n, 0.3+0.1*float64(i%5)
	}
	return []value.Value{coretest.I64(n), coretest.I64(m), i64s(js...), coretest.F64s(xs...)}
}

// scratchOf is the memory of the tapes that a derivative makes, of a function whose result has the shape of an argument.
func scratchOf(t *testing.T, q *core.Prog, args []value.Value, like int) int64 {
	t.Helper()
	_, n, err := eval.RunCounted(context.Background(), q, append(args, value.NewArray(prim.F64, args[like].(*value.Array).Shape...)))
	if err != nil {
		t.Fatal(err)
	}
	return n.Scratch
}

// TestRaggedFailure: the gradient of a loop over parts of a wrong size fails as the loop does, not when it makes its tape.
func TestRaggedFailure(t *testing.T) {
	p := coretest.Parse(t, `fun main (n: i64) (m: i64) (js: [n]i64) (xs: [n]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = loop (a: [n]f64 = c) for (i: i64) < m do`+readAll+`
      let (k: i64) = js[i]
      let (o: [k]f64) = a[0 : k : 1]
      let (v: [k]f64) = map k (o) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x z in (y))
      let (b: [n]f64) = a with [0 : k : 1] = v
      in (b)
  in (r)`)
	q := vjp(t, p)
	for _, wrong := range []int64{-3, 100} {
		args := []value.Value{coretest.I64(3), coretest.I64(2), i64s(1, wrong, 2), coretest.F64s(0.1, 0.2, 0.3)}
		_, want := eval.Run(context.Background(), p, args)
		_, got := eval.Run(context.Background(), q, append(args, coretest.F64s(1, 1, 1)))
		if want == nil || got == nil || got.Error() != want.Error() {
			t.Errorf("size %d: the derivative says %v, the function %v", wrong, got, want)
		}
	}
}
