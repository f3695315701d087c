package rev_test

import (
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// inverseCases are loops whose derivative needs x, which is overwritten: y is what it becomes, d a number that depends on x, and q a row. What is kept
// of each x is an array of each iteration; kept says that it must be.
var inverseCases = []struct {
	name, point string // y of x, q and d
	use         string // d of s, the product of x and q
	kept        bool
}{
	{"minus", "let (p: f64) = mul.f64 d q let (y: f64) = sub.f64 x p in (y)", "let (d: f64) = mul.f64 s 0.1", false},
	{"plus", "let (p: f64) = mul.f64 q d let (y: f64) = add.f64 x p in (y)", "let (d: f64) = mul.f64 s 0.1", false},
	{"sumFirst", "let (p: f64) = mul.f64 q d let (y: f64) = add.f64 p x in (y)", "let (d: f64) = sin.f64 s", false},
	{"polynomial", "let (p: f64) = mul.f64 q d let (m: f64) = neg.f64 p let (o: f64) = mul.f64 m 0.5 let (y: f64) = sub.f64 x o in (y)", "let (d: f64) = sin.f64 s", false},
	{"quotient", "let (p: f64) = mul.f64 q d let (y: f64) = sub.f64 x p in (y)", "let (t: [n]f64) = map n (q, o) (\\(x: f64) (o: f64) : (f64) -> let (e: f64) = div.f64 x o in (e)) let (d: f64) = reduce_comm n (t) (s) " + addOp, true},
	{"nothing", "let (p: f64) = mul.f64 q d let (y: f64) = sub.f64 p x in (y)", "let (d: f64) = sin.f64 s", true},
	{"scaled", "let (p: f64) = mul.f64 x d let (y: f64) = sub.f64 x p in (y)", "let (d: f64) = mul.f64 s 0.1", true},
	{"factorOfX", "let (p: f64) = mul.f64 q x let (o: f64) = mul.f64 p 0.1 let (y: f64) = sub.f64 x o in (y)", "let (d: f64) = mul.f64 s 0.1", true},
	{"function", "let (e: f64) = sin.f64 q let (p: f64) = mul.f64 d e let (y: f64) = sub.f64 x p in (y)", "let (d: f64) = mul.f64 s 0.1", true},
}

// TestInverted: what an update takes off is put back in the return sweep, where a factor of it needs what was overwritten; all of an array that a loop carries,
// in one loop and in two, rows of a matrix that two loops update, which the outer one updates, too, and all rows behind one.
func TestInverted(t *testing.T) {
	for _, c := range inverseCases {
		body := func(x, y string) string {
			return `let (p: [n]f64) = map n (` + x + `, q) (\(x: f64) (q: f64) : (f64) -> let (m: f64) = mul.f64 x q in (m))
          let (o: [n]f64) = copy ` + x + `
          let (s: f64) = reduce_comm n (p) (0.0) ` + addOp + `
          ` + c.use + `
          let (` + y + `: [n]f64) = map n (` + x + `, q) (\(x: f64) (q: f64) : (f64) -> ` + c.point + `)`
		}
		for name, text := range map[string]string{
			"whole": `(r: [n]f64) =
  let (r: [n]f64) = loop (a: [n]f64 = xs) for (i: i64) < n do
          let (q: [n]f64) = w[i]
          ` + body("a", "b") + `
      in (b)
  in (r)`,
			"twice": `(r: [n]f64) =
  let (r: [n]f64) = loop (a: [n]f64 = xs) for (k: i64) < 3 do
      let (r: [n]f64) = loop (a: [n]f64 = a) for (i: i64) < n do
          let (q: [n]f64) = w[i]
          ` + body("a", "b") + `
          in (b)
      in (r)
  in (r)`,
			"rows": `(r: [n][n]f64) =
  let (c: [n][n]f64) = copy w
  let (r: [n][n]f64) = loop (a: [n][n]f64 = c) for (j: i64) < n do
      let (q: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x 0.3 in (y))
      let (f: [n]f64) = a[j]
      let (g: [n]f64) = map n (f) (\(x: f64) : (f64) -> let (y: f64) = sin.f64 x in (y))
      let (a1: [n][n]f64) = a with [j] = g
      let (r: [n][n]f64) = loop (a: [n][n]f64 = a1) for (i: i64) < n do
          let (x: [n]f64) = a[i]
          ` + body("x", "y") + `
          let (b: [n][n]f64) = a with [i] = y
          in (b)
      in (r)
  in (r)`,
			"parts": `(r: [n][n]f64) =
  let (c: [n][n]f64) = copy w
  let (r: [n][n]f64) = loop (a: [n][n]f64 = c) for (j: i64) < n do
      let (f: [n]f64) = a[j]
      let (q: [n]f64) = map n (f) (\(x: f64) : (f64) -> let (y: f64) = sin.f64 x in (y))
      let (j1: i64) = add.i64 j 1
      let (l: i64) = sub.i64 n j1
      let (x: [l][n]f64) = a[j1 : l : 1]
      let (d: [l]f64) = map l (x) (\(x: [n]f64) : (f64) ->
          let (p: [n]f64) = map n (x, q) (\(x: f64) (q: f64) : (f64) -> let (m: f64) = mul.f64 x q in (m))
          let (o: [n]f64) = copy x
          let (s: f64) = reduce_comm n (p) (0.0) ` + addOp + `
          ` + c.use + `
          in (d))
      let (y: [l][n]f64) = map l (x, d) (\(x: [n]f64) (d: f64) : ([n]f64) ->
          let (y: [n]f64) = map n (x, q) (\(x: f64) (q: f64) : (f64) -> ` + c.point + `)
          in (y))
      let (a1: [n][n]f64) = a with [j1 : l : 1] = y
      let (a2: [n][n]f64) = a1 with [j] = q
      in (a2)
  in (r)`,
		} {
			t.Run(c.name+"/"+name, func(t *testing.T) {
				p := coretest.Parse(t, "fun main (n: i64) (w: [n][n]f64) (xs: [n]f64) : "+text)
				for _, n := range []int64{4, 1, 0} {
					checkDiff(t, p, inverseArgs(n), 1e-5)
				}
				q, most, result := vjp(t, p), int64(6), 2
				if name == "rows" || name == "parts" {
					most, result = 20, 1
				}
				few, many := scratchOf(t, q, inverseArgs(8), result), scratchOf(t, q, inverseArgs(32), result)
				again := name == "parts" && strings.Contains(c.use, "sin") // computed again row by row, of x
				if kept := many > most*few; kept != (c.kept || again) {
					t.Errorf("%d bytes are kept at size 8, %d at size 32\n%s", few, many, core.Print(q))
				}
			})
		}
	}
}

func inverseArgs(n int64) []value.Value {
	w, xs := make([]float64, n*n), make([]float64, n)
	for i := range w {
		w[i] = 0.2 + 0.1*float64(i*7%5)
	}
	for i := range xs {
		xs[i] = 0.3 + 0.1*float64(i%5)
	}
	return []value.Value{coretest.I64(n), &value.Array{Elem: prim.F64, Shape: []int64{n, n}, Data: coretest.F64s(w...).Data}, coretest.F64s(xs...)}
}
