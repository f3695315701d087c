package rev_test

import (
	"context"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/eval"
	"raido/lang/value"
)

// costCases are families of programs whose reverse derivative must cost a constant factor of the primal
// [Bruun22, 3.1]. args makes the arguments for work that grows with n * n. The rules as they are in source programs have a
// table of their own in tests/adcost_test.go.
var costCases = []struct {
	name, text string
	limit      float64
	args       func(n int64) []value.Value
}{
	{"reduce", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (0.0) (\(x: f64) (y: f64) : (f64) ->
    let (s: f64) = add.f64 x y
    let (p: f64) = mul.f64 x y
    let (z: f64) = add.f64 s p
    in (z))
  in (r)`, 12, vector},
	{"scan", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (r: [n]f64) = scan n (xs) (1.0) ` + mulOp + `
  in (r)`, 22, vector},
	{"scanRecurrence", scanNamed("recurrence").text(), 16, scanArgs("recurrence")},
	{"scanMatrix", scanNamed("matrix2").text(), 9, scanArgs("matrix2")},
	{"scanLinear", scanNamed("linear2").text(), 9, scanArgs("linear2")},
	{"scanUnequal", scanNamed("unequal").text(), 11, scanArgs("unequal")},
	{"scanZeroQuad", scanNamed("zeroQuad").text(), 11, scanArgs("zeroQuad")},
	{"scanSums", scanNamed("sums").text(), 11, scanArgs("sums")},
	{"scanMatrices", arrayScanNamed("product"), 9, func(n int64) []value.Value { return arrayScanArgs("m", int(n), 4) }},
	{"scanLargeMatrices", arrayScanNamed("product"), 9, func(n int64) []value.Value { return arrayScanArgs("m", 5, int(n/4)) }},
	{"scanAffine", arrayScanNamed("affine"), 14, func(n int64) []value.Value { return arrayScanArgs("mv", 5, int(n/4)) }},
	{"scanElementwise", arrayScanNamed("elementwise"), 20, func(n int64) []value.Value { return arrayScanArgs("vv", 5, int(n)) }},
	{"scanOtherArrays", arrayScanNamed("wholeLeft"), 20, func(n int64) []value.Value { return arrayScanArgs("v", 20, int(n)) }},
	{"scanSmallArrays", smallScan(arrayScanNamed("wholeLeft")), 20, func(n int64) []value.Value { return arrayScanArgs("v", int(n*n), 2) }},
	{"gather", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (r: [n]f64) = map n (is) (\(i: i64) : (f64) -> let (x: f64) = xs[i] let (y: f64) = mul.f64 x x in (y))
  in (r)`, 6, vector},
	{"nestedGather", `fun main (n: i64) (xs: [n]f64) : (r: [n][n]f64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (r: [n][n]f64) = map n (is) (\(i: i64) : ([n]f64) ->
    let (q: [n]f64) = map n (is) (\(j: i64) : (f64) ->
      let (x: f64) = xs[i]
      let (y: f64) = xs[j]
      let (z: f64) = mul.f64 x y
      in (z))
    in (q))
  in (r)`, 6, small},
	{"loopReads", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = loop (a: f64 = 1.0) for (i: i64) < n do
      let (x: f64) = xs[i]
      let (b: f64) = mul.f64 a x
      let (c: f64) = sin.f64 b
      in (c)
  in (r)`, 10, vector},
	{"loopUpdates", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (m: i64) = sub.i64 n 1
  let (r: [n]f64) = loop (a: [n]f64 = c) for (i: i64) < m do
      let (j: i64) = add.i64 i 1
      let (x: f64) = a[i]
      let (y: f64) = a[j]
      let (z: f64) = mul.f64 x y
      let (b: [n]f64) = a with [j] = z
      in (b)
  in (r)`, 10, vector},
	{"loopUpdatesInBranch", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = loop (a: [n]f64 = c) for (i: i64) < n do
      let (x: f64) = a[i]
      let (t: bool) = lt.f64 x 0.5
      let (b: [n]f64) = if t then
          let (y: f64) = mul.f64 x x
          let (b: [n]f64) = a with [i] = y
          in (b)
        else in (a)
      in (b)
  in (r)`, 12, vector},
	{"while", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (k: i64) (r: f64) = loop (k: i64 = 0) (a: f64 = 1.0) while
      let (c: bool) = lt.i64 k n
      in (c)
    do
      let (x: f64) = xs[k]
      let (b: f64) = mul.f64 a x
      let (c: f64) = sin.f64 b
      let (k1: i64) = add.i64 k 1
      in (k1, c)
  in (r)`, 14, vector},
	{"triangle", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = loop (a: f64 = 1.0) for (i: i64) < n do
      let (c: f64) = loop (b: f64 = a) for (j: i64) < i do
          let (x: f64) = xs[j]
          let (y: f64) = mul.f64 b x
          let (z: f64) = sin.f64 y
          in (z)
      in (c)
  in (r)`, 16, small},
	{"loopOfMaps", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (r: [n]f64) = loop (a: [n]f64 = xs) for (i: i64) < n do
      let (b: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (y: f64) = sin.f64 x in (y))
      in (b)
  in (r)`, 12, small},
	{"histMax", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (d: [n]f64) = replicate [n] 0.0
  let (r: [n]f64) = hist n (d) (is) (xs) (-f64.inf) ` + maxOp + `
  in (r)`, 14, vector},
	{"histGeneral", `fun main (n: i64) (xs: [n]f64) : (r: [64]f64) =
  let (js: [n]i64) = iota.i64 n 0 1
  let (is: [n]i64) = map n (js) (\(j: i64) : (i64) -> let (i: i64) = and.i64 j 63 in (i))
  let (d: [64]f64) = replicate [64] 0.0
  let (r: [64]f64) = hist n (d) (is) (xs) (0.0) (\(x: f64) (y: f64) : (f64) ->
    let (s: f64) = add.f64 x y
    let (p: f64) = mul.f64 x y
    let (z: f64) = add.f64 s p
    in (z))
  in (r)`, 24, vector}, // four rounds of sorting
	{"accumulators", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (d: [n]f64) = replicate [n] 0.0
  let (is: [n]i64) = iota.i64 n 0 1
  let (r: [n]f64) = with_acc (A d 0.0 ` + addOp + `) (\(a: acc A [n]f64) : (acc A [n]f64) ->
    let (b: acc A [n]f64) = map n (a; is, xs) (\(a: acc A [n]f64) (i: i64) (x: f64) : (acc A [n]f64) ->
      let (y: f64) = mul.f64 x x
      let (j: i64) = and.i64 i 31
      let (b: acc A [n]f64) = update_acc a [j] y
      let (c: acc A [n]f64) = loop (c: acc A [n]f64 = b) for (k: i64) < 3 do
          let (z: f64) = mul.f64 y x
          let (d: acc A [n]f64) = update_acc c [k] z
          in (d)
      in (c))
    in (b))
  in (r)`, 8, vector},
	{"rowsInLoop", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (a: [n][n]f64) = map n (xs) (\(x: f64) : ([n]f64) -> let (row: [n]f64) = replicate [n] x in (row))
  let (r: f64) = loop (s: f64 = 1.0) for (t: i64) < n do
      let (v: [n]f64) = map n (is) (\(i: i64) : (f64) ->
        let (row: [n]f64) = a[i]
        let (e: f64) = row[t]
        let (p: f64) = mul.f64 e s
        in (p))
      let (u: f64) = reduce n (v) (0.0) ` + addOp + `
      let (w: f64) = sin.f64 u
      in (w)
  in (r)`, 12, small},
	{"bandInPlace", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (m: i64) = sub.i64 n 3
  let (is: [3]i64) = iota.i64 3 0 1
  let (r: [n]f64) = loop (a: [n]f64 = c) for (i: i64) < m do
      let (vs: [3]f64) = map 3 (is) (\(k: i64) : (f64) ->
        let (j: i64) = add.i64 i k
        let (x: f64) = a[j]
        let (y: f64) = mul.f64 x x
        in (y))
      let (s: f64) = reduce 3 (vs) (0.0) ` + addOp + `
      let (j: i64) = add.i64 i 3
      let (q: f64) = sin.f64 s
      let (b: [n]f64) = a with [j] = q
      in (b)
  in (r)`, 20, vector},
}

func vector(n int64) []value.Value { return sized(n * n / 2) }
func small(n int64) []value.Value  { return sized(n) }

func sized(n int64) []value.Value {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = 0.9 + 0.001*float64(i%7)
	}
	return []value.Value{coretest.I64(n), coretest.F64s(xs...)}
}

func cost(t *testing.T, p *core.Prog, args []value.Value) float64 {
	t.Helper()
	_, n, err := eval.RunCounted(context.Background(), p, args)
	if err != nil {
		t.Fatal(err)
	}
	return float64(n.Ops + n.Reads + n.Writes)
}

// TestCost counts operations, reads and writes.
func TestCost(t *testing.T) {
	for _, c := range costCases {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, c.text)
			q := vjp(t, p)
			var ratio []float64
			for _, n := range []int64{20, 80} {
				args := c.args(n)
				in := append([]value.Value{}, args...)
				for _, y := range coretest.Run(t, p, args) {
					in = append(in, like(y, func() float64 { return 1 }))
				}
				ratio = append(ratio, cost(t, q, in)/cost(t, p, args))
			}
			t.Logf("ratios %.2f", ratio)
			if ratio[1] > c.limit {
				t.Errorf("the derivative costs %.1f times the primal, want at most %v\n%s", ratio[1], c.limit, core.Print(q))
			}
			if ratio[1] > 1.2*ratio[0] {
				t.Errorf("the overhead grows with the size: %.2f\n%s", ratio, core.Print(q))
			}
		})
	}
}
