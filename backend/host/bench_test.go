package host

import (
	"context"
	"testing"

	"raido/backend"
	"raido/lang/prim"
	"raido/lang/value"
)

// benchmarks are bodies of main over n=10M f32 unless the name says otherwise.
var benchmarks = []struct{ name, text string }{
	{"saxpy", `fun main (n: i64) (xs: [n]f32) (ys: [n]f32) : (r: [n]f32) =
		let (r: [n]f32) = map n (xs, ys) (\(x: f32) (y: f32) : (f32) -> let (a: f32) = mul.f32 2.5f32 x let (b: f32) = add.f32 a y in (b)) in (r)`},
	{"exp", `fun main (n: i64) (xs: [n]f32) (ys: [n]f32) : (r: [n]f32) =
		let (r: [n]f32) = map n (xs) (\(x: f32) : (f32) -> let (a: f32) = exp.f32 x in (a)) in (r)`},
	{"sum", `fun main (n: i64) (xs: [n]f32) (ys: [n]f32) : (r: f32) =
		let (r: f32) = reduce n (xs) (0.0f32) (\(x: f32) (y: f32) : (f32) -> let (z: f32) = add.f32 x y in (z)) in (r)`},
	{"dot", `fun main (n: i64) (xs: [n]f32) (ys: [n]f32) : (r: f32) =
		let (p: [n]f32) = map n (xs, ys) (\(x: f32) (y: f32) : (f32) -> let (a: f32) = mul.f32 x y in (a))
		let (r: f32) = reduce n (p) (0.0f32) (\(x: f32) (y: f32) : (f32) -> let (z: f32) = add.f32 x y in (z)) in (r)`},
	{"scan", `fun main (n: i64) (xs: [n]f32) (ys: [n]f32) : (r: [n]f32) =
		let (r: [n]f32) = scan n (xs) (0.0f32) (\(x: f32) (y: f32) : (f32) -> let (z: f32) = add.f32 x y in (z)) in (r)`},
	{"dots100kx100", `fun main (n: i64) (xs: [n]f32) (ys: [n]f32) : (r: [100000]f32) =
		let (m: [100000][100]f32) = reshape [100000, 100] xs
		let (r: [100000]f32) = map 100000i64 (m) (\(row: [100]f32) : (f32) ->
			let (s: f32) = reduce 100i64 (row) (0.0f32) (\(x: f32) (y: f32) : (f32) -> let (z: f32) = add.f32 x y in (z)) in (s)) in (r)`},
	{"colsums", `fun main (n: i64) (xs: [n]f32) (ys: [n]f32) : (r: [100]f32) =
		let (m: [100000][100]f32) = reshape [100000, 100] xs
		let (ne: [100]f32) = replicate [100] 0.0f32
		let (r: [100]f32) = reduce 100000i64 (m) (ne) (\(a: [100]f32) (b: [100]f32) : ([100]f32) ->
			let (c: [100]f32) = map 100i64 (a, b) (\(x: f32) (y: f32) : (f32) -> let (z: f32) = add.f32 x y in (z)) in (c)) in (r)`},
	{"hist1023", `fun main (n: i64) (xs: [n]f32) (ys: [n]f32) : (r: [1023]f32) =
		let (z: [1023]f32) = replicate [1023] 0.0f32
		let (is: [n]i64) = map n (ys) (\(y: f32) : (i64) -> let (i: i64) = to_i64.f32 y let (j: i64) = mod.i64 i 1023i64 in (j))
		let (r: [1023]f32) = hist n (z) (is) (xs) (0.0f32) (\(x: f32) (y: f32) : (f32) -> let (z: f32) = add.f32 x y in (z)) in (r)`},
}

func BenchmarkKernels(b *testing.B) {
	e := device(b)
	const n = 10_000_000
	for _, k := range benchmarks {
		b.Run(k.name, func(b *testing.B) {
			ctx := context.Background()
			p, err := e.Compile(ctx, parse(b, k.text))
			if err != nil {
				b.Fatal(err)
			}
			var in []backend.Value
			for _, a := range []value.Value{i64(n), floats(prim.F32, n), floats(prim.F32, n)} {
				v, err := e.Upload(ctx, a)
				if err != nil {
					b.Fatal(err)
				}
				in = append(in, v)
			}
			benchmarkRuns(b, p, in)
		})
	}
}

// benchmarkRuns runs a program on values that it releases.
func benchmarkRuns(b *testing.B, p backend.Program, in []backend.Value) {
	for b.Loop() {
		out, _, err := p.Run(b.Context(), in)
		if err != nil {
			b.Fatal(err)
		}
		backend.ReleaseAll(out)
	}
	backend.ReleaseAll(in)
}

// BenchmarkCall: what a run costs beside its kernel, here of a few elements.
func BenchmarkCall(b *testing.B) {
	e := opened(b)
	ctx := b.Context()
	p, err := e.Compile(ctx, parse(b, `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
		let (s: f64) = reduce n (xs) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))
		let (r: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (y: f64) = div.f64 x s in (y)) in (r)`))
	if err != nil {
		b.Fatal(err)
	}
	in := make([]backend.Value, 2)
	for i, a := range []value.Value{i64(8), floats(prim.F64, 8)} {
		if in[i], err = e.Upload(ctx, a); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	benchmarkRuns(b, p, in)
}
