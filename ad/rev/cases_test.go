package rev_test

import (
	"slices"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/value"
)

type smoothCase struct {
	name, text string
	args       []value.Value
}

// smoothCases are programs with arguments at which they are differentiable; each is checked against forward
// mode and differences, by special and by general rules, and in second order.
var smoothCases = []smoothCase{
	{"scalars", `fun main (x: f64) (y: f64) : (a: f64) (b: f64) =
  let (p: f64) = mul.f64 x y
  let (q: f64) = sin.f64 p
  let (s: f64) = div.f64 q x
  let (u: f64) = add.f64 s s
  in (u, p)`, []value.Value{coretest.F64(0.7), coretest.F64(1.3)}},
	{"sameArgument", `fun main (x: f64) : (a: f64) (b: f64) (c: f64) =
  let (p: f64) = mul.f64 x x
  in (p, x, p)`, []value.Value{coretest.F64(0.7)}},
	{"constantResult", `fun main (x: f64) (xs: [2]f64) : (a: f64) (b: [2]f64) =
  let (r: [2]f64) = replicate [2] 1.0
  in (3.0, r)`, []value.Value{coretest.F64(0.7), coretest.F64s(1, 2)}},
	{"identity", `fun main (n: i64) (xs: [n]f64) : (b: [n]f64) =
  in (xs)`, []value.Value{coretest.I64(2), coretest.F64s(1, 2)}},
	{"twiceTheSameArray", `fun main (n: i64) (xs: [n]f64) : (a: [n]f64) (b: [n]f64) =
  let (ys: [n]f64) = use xs
  let (y0: f64) = ys[0]
  let (s: f64) = sin.f64 y0
  let (zs: [n]f64) = copy xs
  let (ws: [n]f64) = zs with [1] = s
  in (ws, ys)`, []value.Value{coretest.I64(2), coretest.F64s(1, 2)}},
	{"indexPaths", `fun main (n: i64) (m: i64) (a: [n][m]f64) : (r: f64) =
  let (row: [m]f64) = a[1]
  let (x: f64) = row[0]
  let (y: f64) = a[1, 0]
  let (p: f64) = mul.f64 x y
  let (rr: [m]f64) = reverse row
  let (z: f64) = rr[0]
  let (t: [m][n]f64) = rearrange (1, 0) a
  let (w: f64) = t[1, 0]
  let (q: f64) = mul.f64 z w
  let (s: f64) = add.f64 p q
  in (s)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 2, 3)}},
	{"wholeAndPart", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (x: f64) = xs[0]
  let (s: f64) = reduce n (xs) (0.0) ` + addOp + `
  let (y: f64) = xs[2]
  let (p: f64) = mul.f64 s y
  let (q: f64) = mul.f64 p x
  in (q)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3)}},
	{"slices", `fun main (n: i64) (xs: [n]f64) (d: i64) : (a: [2]f64) (b: [3]f64) (c: [3]f64) (e: f64) =
  let (a: [2]f64) = xs[4 : 2 : -3]
  let (b: [3]f64) = xs[1 : 3 : d]
  let (c: [3]f64) = xs[2 : 3 : 0]
  let (v: [2]f64) = xs[0 : 2 : 2]
  let (e: f64) = v[1]
  let (e2: f64) = mul.f64 e e
  in (a, b, c, e2)`, []value.Value{coretest.I64(5), coretest.F64s(1, 2, 3, 4, 5), coretest.I64(0)}},
	{"sliceOfMatrix", `fun main (n: i64) (m: i64) (a: [n][m]f64) : (r: [2][2]f64) (s: f64) =
  let (b: [2][2]f64) = a[0 : 2 : 1, 1 : 2 : 1]
  let (row: [2]f64) = b[1]
  let (s: f64) = reduce 2 (row) (1.0) ` + mulOp + `
  in (b, s)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 2, 3)}},
	{"update", `fun main (n: i64) (xs: [n]f64) (v: f64) : (r: f64) (ys: [n]f64) =
  let (c: [n]f64) = copy xs
  let (old: f64) = c[1]
  let (sq: [n]f64) = map n (c) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
  let (w: f64) = mul.f64 v old
  let (ys: [n]f64) = c with [1] = w
  let (z: f64) = ys[1]
  let (u: f64) = sq[1]
  let (p: f64) = mul.f64 z u
  in (p, ys)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3), coretest.F64(0.3)}},
	{"updateRows", `fun main (n: i64) (m: i64) (a: [n][m]f64) (v: [m]f64) : (r: [n][m]f64) =
  let (c: [n][m]f64) = copy a
  let (row: [m]f64) = c[0]
  let (s: [m]f64) = map m (row, v) ` + mulOp + `
  let (d: [n][m]f64) = c with [1] = s
  let (part: [n][2]f64) = d[0 : n : 1, 0 : 2 : 1]
  let (part2: [n][2]f64) = copy part
  let (e: [n][m]f64) = d with [0 : n : 1, 1 : 2 : 1] = part2
  in (e)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 2, 3), coretest.F64s(0.5, 0.6, 0.7)}},
	{"shapes", `fun main (n: i64) (m: i64) (nm: i64) (a: [n][m]f64) (x: f64) : (r: [nm]f64) (q: [n][m]f64) =
  let (f: [nm]f64) = reshape [nm] a
  let (g: [nm]f64) = rotate 2 f
  let (h: [nm]f64) = reverse g
  let (rep: [2][nm]f64) = replicate [2] h
  let (k: [nm]f64) = rep[1]
  let (l: [n][m]f64) = replicate [n, m] x
  let (rowrep: [n][m]f64) = map n (a) (\(row: [m]f64) : ([m]f64) ->
    let (rr: [3][m]f64) = replicate [3] row
    let (p: [m]f64) = rr[2]
    in (p))
  let (lit: [2][n][m]f64) = [rowrep, a] : [n][m]f64
  let (q: [n][m]f64) = lit[0]
  let (r: [n][m]f64) = map n (q, l) (\(x: [m]f64) (y: [m]f64) : ([m]f64) ->
    let (z: [m]f64) = map m (x, y) ` + mulOp + `
    in (z))
  in (k, r)`, []value.Value{coretest.I64(2), coretest.I64(3), coretest.I64(6), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 2, 3), coretest.F64(2)}},
	{"literalsAndConcat", `fun main (n: i64) (xs: [n]f64) (x: f64) : (r: f64) (c: [6]f64) =
  let (l: [3]f64) = [x, 2.0, x] : f64
  let (c: [6]f64) = concat 6 (xs, l)
  let (y: f64) = l[2]
  let (p: f64) = c[4]
  let (q: f64) = c[0]
  let (s: f64) = mul.f64 y q
  in (s, c)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3), coretest.F64(0.5)}},
	{"if", `fun main (c: bool) (x: f64) (n: i64) (xs: [n]f64) : (r: f64) (ys: [n]f64) =
  let (r: f64) (ys: [n]f64) = if c then
      let (p: f64) = sin.f64 x
      let (y: f64) = xs[1]
      let (q: f64) = mul.f64 p y
      in (q, xs)
    else
      let (z: [n]f64) = replicate [n] x
      in (x, z)
  let (w: f64) = mul.f64 r x
  in (w, ys)`, []value.Value{value.Scalar{Scalar: core.BoolC(true).Scalar}, coretest.F64(0.7), coretest.I64(2), coretest.F64s(1, 2)}},
	{"ifElse", `fun main (c: bool) (x: f64) (n: i64) (xs: [n]f64) : (r: f64) =
  let (y: f64) = xs[0]
  let (k: i64) (zs: [k]f64) = if c then
      let (zs: [1]f64) = replicate [1] x
      in (1, zs)
    else
      let (p: [n]f64) = map n (xs) (\(a: f64) : (f64) -> let (b: f64) = exp.f64 a in (b))
      let (q: [n]f64) = map n (p) (\(a: f64) : (f64) -> let (b: f64) = mul.f64 a a in (b))
      in (n, q)
  let (s: f64) = reduce k (zs) (0.0) ` + addOp + `
  let (w: f64) = mul.f64 s y
  in (w)`, []value.Value{value.Scalar{Scalar: core.BoolC(false).Scalar}, coretest.F64(0.7), coretest.I64(2), coretest.F64s(0.1, 0.2)}},
	{"ifOnValue", `fun main (n: i64) (xs: [n]f64) : (ys: [n]f64) =
  let (ys: [n]f64) = map n (xs) (\(x: f64) : (f64) ->
    let (c: bool) = lt.f64 x 2.5
    let (y: f64) = if c then
        let (a: f64) = exp.f64 x
        let (b: f64) = mul.f64 a x
        in (b)
      else in (x)
    in (y))
  in (ys)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3)}},
	{"ifConsumes", `fun main (c: bool) (n: i64) (xs: [n]f64) (x: f64) : (ys: [n]f64) (q: [n]f64) =
  let (a: [n]f64) = copy xs
  let (q: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
  let (ys: [n]f64) = if c then
      let (o: f64) = a[0]
      let (p: f64) = mul.f64 o x
      let (b: [n]f64) = a with [1] = p
      in (b)
    else in (a)
  in (ys, q)`, []value.Value{value.Scalar{Scalar: core.BoolC(true).Scalar}, coretest.I64(3), coretest.F64s(1, 2, 3), coretest.F64(0.5)}},
	{"loopExchanges", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) (s: [n]f64) (p: [n]f64) =
  let (a: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x 2.0 in (y))
  let (b: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x 3.0 in (y))
  let (r: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
  let (s: [n]f64) = map n (b) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
  let (p: [n]f64) (q: [n]f64) = loop (p: [n]f64 = a) (q: [n]f64 = b) for (i: i64) < 2 do
    let (o: [n]f64) = p with [i] = 1.0
    in (q, o)
  let (t: [n]f64) = map n (p, q) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = mul.f64 x y in (z))
  in (r, s, t)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3)}},
	{"loopExchangesFirst", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) (s: [n]f64) (p: [n]f64) =
  let (a: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x 2.0 in (y))
  let (b: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x 3.0 in (y))
  let (r: [n]f64) = map n (a) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
  let (s: [n]f64) = map n (b) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
  let (p: [n]f64) (q: [n]f64) = loop (p: [n]f64 = a) (q: [n]f64 = b) for (i: i64) < 3 do in (q, p)
  let (o: [n]f64) = p with [0] = 1.0
  let (t: [n]f64) = map n (o) (\(x: f64) : (f64) -> let (z: f64) = mul.f64 x x in (z))
  in (r, s, t)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3)}},
	{"scanConsumesRows", `fun main (n: i64) (xs: [n][2]f64) (ne: [2]f64) : (r: [n][2]f64) (s: [n][2]f64) =
  let (ys: [n][2]f64) = map n (xs) (\(row: [2]f64) : ([2]f64) ->
    let (o: [2]f64) = map 2 (row) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
    in (o))
  let (s: [n][2]f64) = map n (ys) (\(row: [2]f64) : ([2]f64) ->
    let (o: [2]f64) = map 2 (row) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
    in (o))
  let (r: [n][2]f64) = scan n (ys) (ne) (\(a: [2]f64) (b: [2]f64) : ([2]f64) ->
    let (u: f64) = a[0]
    let (v: f64) = b[0]
    let (w: f64) = add.f64 u v
    let (c: [2]f64) = b with [0] = w
    in (c))
  in (r, s)`, []value.Value{coretest.I64(3), stack([]value.Value{coretest.F64s(1, 2), coretest.F64s(3, 4), coretest.F64s(5, 6)}), coretest.F64s(0, 0)}},
	{"power", `fun main (x: f64) (n: i32) : (r: f64) =
  let (r: f64) = loop (a: f64 = 1.0) for (i: i32) < n do
      let (b: f64) = mul.f64 a x
      in (b)
  in (r)`, []value.Value{coretest.F64(1.1), i32(5)}},
	{"counter", `fun main (x: f64) (n: i64) : (r: f64) =
  let (r: f64) = loop (a: f64 = 1.0) for (i: i64) < n do
      let (k: f64) = to_f64.i64 i
      let (s: f64) = mul.f64 k x
      let (b: f64) = mul.f64 a s
      let (c: f64) = add.f64 b x
      in (c)
  in (r)`, []value.Value{coretest.F64(1.1), coretest.I64(5)}},
	{"negativeBound", `fun main (x: f64) (n: i64) : (r: f64) =
  let (r: f64) = loop (a: f64 = x) for (i: i64) < n do
      let (b: f64) = mul.f64 a a
      in (b)
  in (r)`, []value.Value{coretest.F64(1.1), coretest.I64(-2)}},
	{"swap", `fun main (x: f64) (n: i64) (xs: [n]f64) (ys: [n]f64) : (a: [n]f64) (b: [n]f64) (c: f64) =
  let (a: [n]f64) (b: [n]f64) (c: f64) = loop (a: [n]f64 = xs) (b: [n]f64 = ys) (c: f64 = x) for (i: i64) < 3 do
      let (p: f64) = a[0]
      let (q: f64) = mul.f64 p c
      in (b, a, q)
  in (a, b, c)`, []value.Value{coretest.F64(1.1), coretest.I64(2), coretest.F64s(1, 2), coretest.F64s(3, 4)}},
	{"recurrenceInPlace", `fun main (n: i64) (xs: [n]f64) (w: f64) : (ys: [n]f64) =
  let (c: [n]f64) = copy xs
  let (n1: i64) = sub.i64 n 1
  let (ys: [n]f64) = loop (a: [n]f64 = c) for (i: i64) < n1 do
      let (j: i64) = add.i64 i 1
      let (p: f64) = a[i]
      let (q: f64) = a[j]
      let (r: f64) = mul.f64 p q
      let (s: f64) = mul.f64 r w
      let (b: [n]f64) = a with [j] = s
      in (b)
  in (ys)`, []value.Value{coretest.I64(4), coretest.F64s(1, 2, 3, 4), coretest.F64(0.5)}},
	{"stencil", `fun main (n: i64) (xs: [n]f64) : (ys: [n]f64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (ys: [n]f64) = loop (a: [n]f64 = xs) for (t: i64) < 3 do
      let (b: [n]f64) = map n (is) (\(i: i64) : (f64) ->
        let (j: i64) = add.i64 i 1
        let (k: i64) = mod.i64 j n
        let (x: f64) = a[i]
        let (y: f64) = a[k]
        let (p: f64) = mul.f64 x y
        let (q: f64) = sin.f64 p
        in (q))
      in (b)
  in (ys)`, []value.Value{coretest.I64(4), coretest.F64s(1, 2, 3, 4)}},
	{"triangle", `fun main (n: i64) (xs: [n]f64) : (s: f64) =
  let (s: f64) = loop (a: f64 = 1.0) for (i: i64) < n do
      let (k: i64) = add.i64 i 1
      let (b: f64) = loop (b: f64 = a) for (j: i64) < k do
          let (x: f64) = xs[j]
          let (y: f64) = mul.f64 b x
          let (z: f64) = cos.f64 y
          in (z)
      let (c: f64) = mul.f64 b a
      in (c)
  in (s)`, []value.Value{coretest.I64(4), coretest.F64s(1, 2, 3, 4)}},
	{"raggedArrays", `fun main (n: i64) (xs: [n]f64) : (s: f64) =
  let (s: f64) = loop (a: f64 = 1.0) for (i: i64) < n do
      let (k: i64) = add.i64 i 1
      let (v: [k]f64) = xs[0 : k : 1]
      let (w: [k]f64) = map k (v) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x a in (y))
      let (p: f64) = reduce k (w) (1.0) ` + mulOp + `
      let (q: f64) = sin.f64 p
      in (q)
  in (s)`, []value.Value{coretest.I64(4), coretest.F64s(1, 2, 3, 4)}},
	{"growingArray", `fun main (n: i64) (xs: [n]f64) : (k: i64) (r: f64) =
  let (k: i64) (ys: [k]f64) = loop (k: i64 = n) (ys: [k]f64 = xs) for (i: i64) < 3 do
      let (k2: i64) = add.i64 k 1
      let (y: f64) = ys[i]
      let (z: f64) = mul.f64 y y
      let (one: [1]f64) = [z] : f64
      let (sq: [k]f64) = map k (ys) (\(x: f64) : (f64) -> let (u: f64) = sin.f64 x in (u))
      let (zs: [k2]f64) = concat k2 (sq, one)
      in (k2, zs)
  let (r: f64) = reduce k (ys) (1.0) ` + mulOp + `
  in (k, r)`, []value.Value{coretest.I64(2), coretest.F64s(1, 2)}},
	{"while", `fun main (x: f64) (w: f64) : (r: f64) =
  let (r: f64) = loop (a: f64 = x) while
      let (c: bool) = lt.f64 a 100.0
      in (c)
    do
      let (b: f64) = mul.f64 a a
      let (c: f64) = mul.f64 b w
      in (c)
  in (r)`, []value.Value{coretest.F64(1.5), coretest.F64(1.2)}},
	{"whileLong", `fun main (x: f64) (w: f64) : (r: f64) =
  let (k: i64) (r: f64) = loop (k: i64 = 0) (a: f64 = x) while
      let (c: bool) = lt.i64 k 50
      in (c)
    do
      let (b: f64) = sin.f64 a
      let (c: f64) = mul.f64 b w
      let (d: f64) = add.f64 c x
      let (k2: i64) = add.i64 k 1
      in (k2, d)
  in (r)`, []value.Value{coretest.F64(0.5), coretest.F64(0.9)}},
	{"whileNever", `fun main (x: f64) : (r: f64) =
  let (r: f64) = loop (a: f64 = x) while
      let (c: bool) = lt.f64 100.0 a
      in (c)
    do
      let (b: f64) = mul.f64 a a
      in (b)
  in (r)`, []value.Value{coretest.F64(1.5)}},
}

func TestSmoothCases(t *testing.T) {
	for _, c := range slices.Concat(smoothCases, soacCases, histCases) {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, c.text)
			checkDiff(t, p, c.args, 1e-4)
			checkInner(t, p, vjpGeneral(t, p), c.args, 1e-9)
			q := vjp(t, p)
			in := append([]value.Value{}, c.args...)
			k := 0.3
			for _, y := range coretest.Run(t, p, c.args) {
				in = append(in, like(y, func() float64 { k = 3.7 * k * (1 - k); return k }))
			}
			checkDiff(t, q, in, 1e-3)
		})
	}
}
