package rev_test

import (
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/value"
)

var unrollCases = []smoothCase{
	{"scalars", `fun main (x: f64) (w: f64) : (r: f64) (s: f64) =
  let (r: f64) (s: f64) = loop #["unroll"] (a: f64 = x) (b: f64 = 1.0) for (i: i32) < 3i32 do
      let (t: f64) = to_f64.i32 i
      let (p: f64) = mul.f64 a w
      let (q: f64) = sin.f64 p
      let (c: f64) = add.f64 q t
      let (d: f64) = mul.f64 b a
      in (c, d)
  in (r, s)`, []value.Value{coretest.F64(0.7), coretest.F64(1.3)}},
	{"never", `fun main (x: f64) : (r: f64) =
  let (r: f64) = loop #["unroll"] (a: f64 = x) for (i: i64) < -2 do let (b: f64) = mul.f64 a a in (b)
  let (s: f64) = mul.f64 r r
  in (s)`, []value.Value{coretest.F64(0.7)}},
	{"inPlace", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = loop #["unroll"] (a: [n]f64 = c) for (i: i64) < 3 do
      let (j: i64) = add.i64 i 1
      let (x: f64) = a[i]
      let (y: f64) = a[j]
      let (p: f64) = mul.f64 x y
      let (b: [n]f64) = a with [j] = p
      in (b)
  in (r)`, []value.Value{coretest.I64(4), coretest.F64s(1.1, 2, 0.3, 0.4)}},
	{"nestedInMap", `fun main (n: i64) (xs: [n]f64) (ws: [3]f64) : (r: [n]f64) =
  let (r: [n]f64) = map n (xs) (\(x: f64) : (f64) ->
    let (y: f64) = loop #["unroll"] (a: f64 = x) for (i: i64) < 3 do
        let (w: f64) = ws[i]
        let (c: f64) = loop #["unroll"] (b: f64 = a) for (j: i64) < 2 do
            let (v: f64) = ws[j]
            let (p: f64) = mul.f64 b v
            let (q: f64) = sin.f64 p
            in (q)
        let (d: f64) = mul.f64 c w
        in (d)
    in (y))
  in (r)`, []value.Value{coretest.I64(2), coretest.F64s(1.1, 2), coretest.F64s(0.5, 0.6, 0.8)}},
	{"accumulator", `fun main (n: i64) (xs: [n]f64) (vs: [n]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = with_acc (A c 0.0 ` + addOp + `) (\(a: acc A [n]f64) : (acc A [n]f64) ->
    let (b: acc A [n]f64) = map n (a; vs) (\(a: acc A [n]f64) (v: f64) : (acc A [n]f64) ->
      let (e: acc A [n]f64) (z: f64) = loop #["unroll"] (g: acc A [n]f64 = a) (z: f64 = v) for (k: i64) < 3 do
          let (h: acc A [n]f64) = update_acc g [k] z
          let (y: f64) = mul.f64 z v
          in (h, y)
      in (e))
    in (b))
  in (r)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3), coretest.F64s(0.1, 0.2, 0.3)}},
}

// TestUnroll: loops with the attribute unroll have no tapes; by the general rule they have.
func TestUnroll(t *testing.T) {
	tapes := func(p *core.Prog) (n int) {
		core.Walk(p.Entry().Body, func(st core.Stm) {
			if _, ok := st.Exp.(*core.Scratch); ok {
				n++
			}
		})
		return n
	}
	for _, c := range unrollCases {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, c.text)
			q, general := vjp(t, p), vjpGeneral(t, p)
			if tapes(q) > 0 || tapes(general) == 0 {
				t.Errorf("%d tapes, %d in general\n%s", tapes(q), tapes(general), core.Print(q))
			}
			checkRules(t, p, q, general, c.args)
			checkDiff(t, p, c.args, 1e-4)
			checkDiff(t, q, seeded(t, p, c.args), 1e-3)
		})
	}
}
