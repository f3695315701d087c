package rev_test

import (
	"math"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// exactCases give the adjoints to the last bit: integers as a wrapping ring, ties, indices outside, and
// what has no adjoint.
var exactCases = []struct {
	name, text string
	in, want   []value.Value // arguments and seeds; adjoints
}{
	{"wrappingProduct", `fun main (n: i64) (xs: [n]i32) : (r: i32) =
  let (r: i32) = reduce n (xs) (1i32) (\(x: i32) (y: i32) : (i32) -> let (z: i32) = mul.i32 x y in (z))
  in (r)`,
		[]value.Value{coretest.I64(3), i32s(65536, 65537, 65536), i32(1)},
		[]value.Value{coretest.I64(0), i32s(65536, 0, 65536)}},
	{"integerLoop", `fun main (x: i32) : (r: i32) =
  let (r: i32) = loop (a: i32 = 1i32) for (i: i64) < 5 do let (b: i32) = mul.i32 a x in (b)
  in (r)`,
		[]value.Value{i32(1000), i32(1)},
		[]value.Value{i32(wrap32(5 * 1000 * 1000 * 1000 * 1000))}},
	{"firstOfMaxima", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (-f64.inf) ` + maxOp + `
  in (r)`,
		[]value.Value{coretest.I64(4), coretest.F64s(1, 5, 5, 2), coretest.F64(3)},
		[]value.Value{coretest.I64(0), coretest.F64s(0, 3, 0, 0)}},
	{"firstOfMinima", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (f64.inf) ` + minOp + `
  in (r)`,
		[]value.Value{coretest.I64(4), coretest.F64s(7, 5, 5, 5), coretest.F64(3)},
		[]value.Value{coretest.I64(0), coretest.F64s(0, 3, 0, 0)}},
	{"maximumIsNeutral", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (-f64.inf) ` + maxOp + `
  in (r)`,
		[]value.Value{coretest.I64(2), coretest.F64s(negInf, negInf), coretest.F64(3)},
		[]value.Value{coretest.I64(0), coretest.F64s(0, 0)}},
	{"maximumOfNothing", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (-f64.inf) ` + maxOp + `
  in (r)`,
		[]value.Value{coretest.I64(0), coretest.F64s(), coretest.F64(3)},
		[]value.Value{coretest.I64(0), coretest.F64s()}},
	{"scalarTie", `fun main (x: f64) (y: f64) : (a: f64) (b: f64) =
  let (a: f64) = max.f64 x y
  let (b: f64) = min.f64 x y
  in (a, b)`,
		[]value.Value{coretest.F64(2), coretest.F64(2), coretest.F64(3), coretest.F64(5)},
		[]value.Value{coretest.F64(8), coretest.F64(0)}},
	{"productsWithZeros", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (1.0) ` + mulOp + `
  in (r)`,
		[]value.Value{coretest.I64(3), coretest.F64s(2, 0, 4), coretest.F64(3)},
		[]value.Value{coretest.I64(0), coretest.F64s(0, 24, 0)}},
	{"productOutOfRange", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (1.0) ` + mulOp + `
  in (r)`,
		[]value.Value{coretest.I64(4), coretest.F64s(0x1p-700, 0x1p-700, 0x1p600, 0x1p700), coretest.F64(3)},
		[]value.Value{coretest.I64(0), coretest.F64s(3*0x1p600, 3*0x1p600, 3*0x1p-700, 3*0x1p-800)}},
	{"productOverflows", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (1.0) ` + mulOp + `
  in (r)`,
		[]value.Value{coretest.I64(3), coretest.F64s(0x1p1000, -0x1p-1030, 0x1p500), coretest.F64(1)},
		[]value.Value{coretest.I64(0), coretest.F64s(-0x1p-530, math.Inf(1), -0x1p-30)}},
	{"productUnderflowsBesideZero", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (1.0) ` + mulOp + `
  in (r)`,
		[]value.Value{coretest.I64(4), coretest.F64s(0x1p700, 0x1p700, 0, 0x1p-1000), coretest.F64(1)},
		[]value.Value{coretest.I64(0), coretest.F64s(0, 0, 0x1p400, 0)}},
	{"productOfInfinity", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (1.0) ` + mulOp + `
  in (r)`,
		[]value.Value{coretest.I64(3), coretest.F64s(2, math.Inf(-1), 4), coretest.F64(1)},
		[]value.Value{coretest.I64(0), coretest.F64s(negInf, 8, negInf)}},
	{"histProductOutOfRange", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = hist m (c) (is) (vs) (1.0) ` + mulOp + `
  in (r)`,
		[]value.Value{coretest.I64(3), coretest.I64(5), coretest.F64s(0x1p600, 2, 0), i64s(0, 0, 1, -1, 0), coretest.F64s(0x1p-700, 0x1p-700, 3, 4, 0x1p700), coretest.F64s(1, 1, 1)},
		[]value.Value{coretest.I64(0), coretest.I64(0), coretest.F64s(0x1p-700, 3, 1), i64s(0, 0, 0, 0, 0), coretest.F64s(0x1p600, 0x1p600, 2, 0, 0x1p-800)}},
	{"scanFromInfinity", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (r: [n]f64) = scan n (xs) (1.0) ` + mulOp + `
  in (r)`,
		[]value.Value{coretest.I64(2), coretest.F64s(math.Inf(1), 2), coretest.F64s(0, 1)},
		[]value.Value{coretest.I64(0), coretest.F64s(2, math.Inf(1))}},
	{"scanFailsAfterTheEnd", `fun main (n: i64) (ks: [n]i64) (xs: [n]i64) : (k: [n]i64) (r: [n]i64) =
  let (k: [n]i64) (r: [n]i64) = scan n (ks, xs) (0, 1) (\(k1: i64) (x1: i64) (k2: i64) (x2: i64) : (i64, i64) ->
    let (k: i64) = add.i64 k1 k2
    let (d: i64) = sub.i64 4 k
    let (q: i64) = div.i64 12 d
    let (p: i64) = mul.i64 x1 x2
    let (x: i64) = mul.i64 p q
    in (k, x))
  in (k, r)`, // 1 + 3 would be divided by 4 - 4
		[]value.Value{coretest.I64(2), i64s(1, 1), i64s(2, 3), i64s(0, 0), i64s(0, 1)},
		[]value.Value{coretest.I64(0), i64s(108, 72), i64s(72, 48)}},
	{"histTies", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = hist m (c) (is) (vs) (-f64.inf) ` + maxOp + `
  in (r)`,
		[]value.Value{coretest.I64(2), coretest.I64(5), coretest.F64s(7, 1), i64s(0, 1, 1, 5, -1), coretest.F64s(7, 4, 4, 9, 9), coretest.F64s(1, 2)},
		[]value.Value{coretest.I64(0), coretest.I64(0), coretest.F64s(1, 0), i64s(0, 0, 0, 0, 0), coretest.F64s(0, 2, 0, 0, 0)}},
	{"histMulZeros", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = hist m (c) (is) (vs) (1.0) ` + mulOp + `
  in (r)`,
		[]value.Value{coretest.I64(3), coretest.I64(6), coretest.F64s(2, 3, 0), i64s(0, 0, 1, 1, 2, 9), coretest.F64s(0, 5, 0, 0, 4, 1), coretest.F64s(1, 1, 1)},
		[]value.Value{coretest.I64(0), coretest.I64(0), coretest.F64s(0, 0, 4), i64s(0, 0, 0, 0, 0, 0), coretest.F64s(10, 0, 0, 0, 0, 0)}},
	{"noAdjoints", `fun main (c: bool) (n: i64) (cs: [n]bool) (x: f64) (is: [n]i64) : (d: bool) (e: [n]bool) (y: f64) =
  let (t: bool) = lt.f64 x 1.0
  let (d: bool) = and.bool c t
  let (y: f64) = floor.f64 x
  let (q: [n]i64) = map n (is) (\(i: i64) : (i64) -> let (k: i32) = clz.i64 i let (j: i64) = to_i64.i32 k in (j))
  in (d, cs, y)`,
		[]value.Value{truth(true), coretest.I64(2), bools(true, false), coretest.F64(0.5), i64s(1, 2), truth(true), bools(true, true), coretest.F64(3)},
		[]value.Value{truth(false), coretest.I64(0), bools(false, false), coretest.F64(0), i64s(0, 0)}},
	{"conversions", `fun main (x: f64) (k: i32) : (r: f64) (s: i64) =
  let (y: f32) = to_f32.f64 x
  let (z: f64) = to_f64.f32 y
  let (j: i64) = to_i64.i32 k
  let (s: i64) = mul.i64 j j
  in (z, s)`,
		[]value.Value{coretest.F64(0.1), i32(7), coretest.F64(3), coretest.I64(1)},
		[]value.Value{coretest.F64(3), i32(14)}},
	{"iotaOfActive", `fun main (s: i64) (d: i64) : (xs: [4]i64) =
  let (xs: [4]i64) = iota.i64 4 s d
  in (xs)`,
		[]value.Value{coretest.I64(5), coretest.I64(2), i64s(1, 10, 100, 1000)},
		[]value.Value{coretest.I64(1111), coretest.I64(3210)}},
}

var negInf = math.Inf(-1)

func wrap32(x int64) int64 { return int64(int32(x)) }

func truth(b bool) value.Value { return value.Scalar{Scalar: prim.BoolOf(b)} }

func bools(bs ...bool) *value.Array { return value.FromSlice(prim.Bool, bs) }

func TestExact(t *testing.T) {
	for _, c := range exactCases {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, c.text)
			programs := map[string]*core.Prog{"special": vjp(t, p)}
			if !strings.HasPrefix(c.name, "maximum") && !strings.Contains(strings.ToLower(c.name), "product") { // without elements, or with the neutral one, the general rule cannot know
				programs["general"] = vjpGeneral(t, p)
			}
			for kind, q := range programs {
				got := coretest.Run(t, q, c.in)
				got = got[len(got)-len(c.want):]
				for i, w := range c.want {
					if !value.Equal(w, got[i]) {
						t.Errorf("%s: adjoint %d is %v, want %v\n%s", kind, i, show(got[i]), show(w), core.Print(q))
					}
				}
			}
		})
	}
}
