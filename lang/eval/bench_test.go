package eval_test

import (
	"context"
	"testing"

	"raido/lang/core/coretest"
	"raido/lang/eval"
)

// bench runs a program; ops is the number of scalar operations of one run.
func bench(b *testing.B, text, args string, ops int64) {
	p := eval.Compile(coretest.Parse(b, text))
	vs := read(b, args)
	for b.Loop() {
		if _, err := p.Run(context.Background(), vs); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(ops), "ns/scalar-op")
}

func BenchmarkMapReduce(b *testing.B) {
	bench(b, `fun main (n: i64) : (r: f64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (xs: [n]f64) = map n (is) (\(i: i64) : (f64) ->
      let (x: f64) = to_f64.i64 i
      let (y: f64) = mul.f64 x x
      in (y))
  let (r: f64) = reduce n (xs) (0.0f64) (\(a: f64) (b: f64) : (f64) -> let (c: f64) = add.f64 a b in (c))
  in (r)`, "1000000i64", 3_000_000)
}

func BenchmarkLoop(b *testing.B) {
	bench(b, `fun main (n: i64) : (r: f64) =
  let (r: f64) = loop (r: f64 = 1.0f64) for (i: i64) < n do
      let (x: f64) = to_f64.i64 i
      let (y: f64) = mul.f64 r 0.5f64
      let (z: f64) = add.f64 y x
      let (c: bool) = lt.f64 z 10.0f64
      let (w: f64) = if c then in (z) else in (y)
      in (w)
  in (r)`, "1000000i64", 5_000_000)
}

func BenchmarkUpdate(b *testing.B) {
	bench(b, `fun main (n: i64) : (xs: [n]f64) =
  let (e: [n]f64) = replicate [n] 1.0f64
  let (xs: [n]f64) = loop (xs: [n]f64 = e) for (i: i64) < n do
      let (x: f64) = xs[i]
      let (y: f64) = mul.f64 x 0.5f64
      let (ys: [n]f64) = xs with [i] = y
      in (ys)
  in (xs)`, "1000000i64", 3_000_000)
}

func BenchmarkMatmul(b *testing.B) {
	bench(b, `fun main (n: i64) : (cs: [n][n]f64) =
  let (as: [n][n]f64) = replicate [n, n] 1.5f64
  let (bs: [n][n]f64) = rearrange (1, 0) as
  let (cs: [n][n]f64) = map n (as) (\(a: [n]f64) : ([n]f64) ->
      let (row: [n]f64) = map n (bs) (\(b: [n]f64) : (f64) ->
          let (ps: [n]f64) = map n (a, b) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = mul.f64 x y in (z))
          let (s: f64) = reduce n (ps) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))
          in (s))
      in (row))
  in (cs)`, "100i64", 2_000_000)
}

// A run of a trivial program, whose cost is all that surrounds it.
func BenchmarkTrivial(b *testing.B) {
	bench(b, `fun main (n: i64) : (r: i64) = let (r: i64) = add.i64 n 1 in (r)`, "1i64", 1)
}
