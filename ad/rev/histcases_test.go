package rev_test

import (
	"raido/lang/value"

	"raido/lang/core/coretest"
)

// histCases are smoothCases of histograms and reductions on tuples, arrays and extreme numbers.
var histCases = []smoothCase{
	{"reduceSplit", `fun main (n: i64) (xs: [n]f64) (ys: [n]f64) (ks: [n]i64) : (a: f64) (b: f64) (c: i64) (d: f64) =
  let (a: f64) (b: f64) (c: i64) (d: f64) = reduce n (xs, ys, ks, xs) (0.0, -f64.inf, 0, 1.0)
    (\(a1: f64) (b1: f64) (c1: i64) (d1: f64) (a2: f64) (b2: f64) (c2: i64) (d2: f64) : (f64, f64, i64, f64) ->
      let (d: f64) = mul.f64 d2 d1
      let (a: f64) = add.f64 a1 a2
      let (c: i64) = max.i64 c1 c2
      let (b: f64) = max.f64 b1 b2
      in (a, b, c, d))
  let (e: f64) = mul.f64 a b
  in (e, b, c, d)`, []value.Value{coretest.I64(4), coretest.F64s(1, -2, 3, 0.5), coretest.F64s(3, 9, 8, 7), i64s(1, 2, 3, 2)}},
	{"reduceSplitPairs", `fun main (n: i64) (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : (a: f64) (b: f64) (c: f64) =
  let (a: f64) (b: f64) (c: f64) = reduce n (xs, ys, zs) (1.0, 0.0, 0.0)
    (\(a1: f64) (b1: f64) (c1: f64) (a2: f64) (b2: f64) (c2: f64) : (f64, f64, f64) ->
      let (a: f64) = mul.f64 a1 a2
      let (p: f64) = mul.f64 a2 c1
      let (b: f64) = add.f64 b1 b2
      let (c: f64) = add.f64 p c2
      in (a, b, c))
  in (a, b, c)`, []value.Value{coretest.I64(4), coretest.F64s(1, -2, 3, 0.5), coretest.F64s(3, 9, 8, 7), coretest.F64s(1, 2, 3, 2)}},
	{"reduceVectorisedPair", `fun main (n: i64) (m: i64) (xs: [n][m]f64) (ys: [n][m]f64) : (a: [m]f64) (b: [m]f64) =
  let (z: [m]f64) = replicate [m] 0.0
  let (w: [m]f64) = replicate [m] -f64.inf
  let (a: [m]f64) (b: [m]f64) = reduce n (xs, ys) (z, w) (\(a1: [m]f64) (b1: [m]f64) (a2: [m]f64) (b2: [m]f64) : ([m]f64, [m]f64) ->
    let (a: [m]f64) (b: [m]f64) = map m (a1, b1, a2, b2) (\(p: f64) (q: f64) (r: f64) (s: f64) : (f64, f64) ->
      let (x: f64) = add.f64 p r
      let (y: f64) = max.f64 q s
      in (x, y))
    in (a, b))
  let (c: [m]f64) = map m (a, b) ` + mulOp + `
  in (c, b)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 2, 3), shaped(coretest.F64s(3, 2, 1, 2, 5, 7), 2, 3)}},
	{"reduceVectorisedDeep", `fun main (n: i64) (m: i64) (a: [n][2][m]f64) : (r: [2][m]f64) =
  let (z: [2][m]f64) = replicate [2, m] 1.0
  let (r: [2][m]f64) = reduce n (a) (z) (\(x: [2][m]f64) (y: [2][m]f64) : ([2][m]f64) ->
    let (s: [2][m]f64) = map 2 (x, y) (\(x: [m]f64) (y: [m]f64) : ([m]f64) -> let (s: [m]f64) = map m (x, y) ` + mulOp + ` in (s))
    in (s))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 0, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3), 2, 2, 3)}},
	{"reduceMulUnderflow", `fun main (n: i64) (xs: [n]f64) (c: f64) : (r: f64) =
  let (s: f64) = reduce n (xs) (1.0) ` + mulOp + `
  let (r: f64) = mul.f64 s c
  in (r)`, []value.Value{coretest.I64(3), coretest.F64s(1e-3, 1e-2, 1e2), coretest.F64(3)}},
	{"histSplit", `fun main (n: i64) (m: i64) (xs: [n]f64) (ys: [n]f64) (is: [m]i64) (vs: [m]f64) : (a: [n]f64) (b: [n]f64) (k: [n]i64) =
  let (c: [n]f64) = copy xs
  let (d: [n]f64) = copy ys
  let (e: [n]i64) = replicate [n] 0
  let (a: [n]f64) (b: [n]f64) (k: [n]i64) = hist m (c, d, e) (is) (vs, vs, is) (1.0, -f64.inf, 0)
    (\(a1: f64) (b1: f64) (k1: i64) (a2: f64) (b2: f64) (k2: i64) : (f64, f64, i64) ->
      let (b: f64) = max.f64 b1 b2
      let (a: f64) = mul.f64 a1 a2
      let (k: i64) = add.i64 k1 k2
      in (a, b, k))
  in (a, b, k)`, []value.Value{coretest.I64(3), coretest.I64(6), coretest.F64s(1, 0, 3), coretest.F64s(0.1, 0.2, 9), i64s(2, -1, 0, 3, 2, 0), coretest.F64s(3.1, 0.2, 0.3, 0.4, 3.5, 0.7)}},
	{"histPair", `fun main (n: i64) (m: i64) (xs: [n]f64) (ys: [n]f64) (is: [m]i64) (vs: [m]f64) (ws: [m]f64) : (a: [n]f64) (b: [n]f64) =
  let (c: [n]f64) = copy xs
  let (d: [n]f64) = copy ys
  let (a: [n]f64) (b: [n]f64) = hist m (c, d) (is) (vs, ws) (0.0, 1.0)
    (\(a1: f64) (b1: f64) (a2: f64) (b2: f64) : (f64, f64) ->
      let (p: f64) = mul.f64 a1 b2
      let (q: f64) = mul.f64 a2 b1
      let (a: f64) = add.f64 p q
      let (b: f64) = mul.f64 b1 b2
      in (a, b))
  in (a, b)`, []value.Value{coretest.I64(3), coretest.I64(7), coretest.F64s(1, 2, 3), coretest.F64s(0.5, 0.2, 9), i64s(2, -1, 0, 3, 2, 0, 2), coretest.F64s(3.1, 0.2, 0.3, 0.4, 3.5, 0.7, 2),
		coretest.F64s(1.1, 1.2, 1.3, 1.4, 1.5, 1.7, 0.8)}},
	{"histPairOneWanted", `fun main (n: i64) (m: i64) (xs: [n]f64) (ys: [n]f64) (is: [m]i64) (vs: [m]f64) (ws: [m]f64) : (a: [n]f64) =
  let (c: [n]f64) = copy xs
  let (d: [n]f64) = copy ys
  let (a: [n]f64) (b: [n]f64) = hist m (c, d) (is) (vs, ws) (0.0, 1.0)
    (\(a1: f64) (b1: f64) (a2: f64) (b2: f64) : (f64, f64) ->
      let (p: f64) = mul.f64 a1 b2
      let (q: f64) = mul.f64 a2 b1
      let (a: f64) = add.f64 p q
      let (b: f64) = mul.f64 b1 b2
      in (a, b))
  in (a)`, []value.Value{coretest.I64(3), coretest.I64(7), coretest.F64s(1, 2, 3), coretest.F64s(0.5, 0.2, 9), i64s(2, -1, 0, 3, 2, 0, 2), coretest.F64s(3.1, 0.2, 0.3, 0.4, 3.5, 0.7, 2),
		coretest.F64s(1.1, 1.2, 1.3, 1.4, 1.5, 1.7, 0.8)}},
	{"hist2dGeneral", `fun main (n: i64) (m: i64) (a: [n][n]f64) (is: [m]i64) (js: [m]i64) (vs: [m]f64) (c: f64) : (r: [n][n]f64) (q: [n][n]f64) =
  let (d: [n][n]f64) = copy a
  let (r: [n][n]f64) = hist m (d) (is, js) (vs) (0.0) (\(x: f64) (y: f64) : (f64) ->
    let (s: f64) = add.f64 x y
    let (p: f64) = mul.f64 x y
    let (q: f64) = mul.f64 p c
    let (z: f64) = add.f64 s q
    in (z))
  let (q: [n][n]f64) = map n (a) (\(row: [n]f64) : ([n]f64) -> let (q: [n]f64) = map n (row, row) ` + mulOp + ` in (q))
  in (r, q)`, []value.Value{coretest.I64(2), coretest.I64(6), shaped(coretest.F64s(1, 2, 3, 4), 2, 2), i64s(1, 0, 0, 1, 2, 0), i64s(0, 2, 1, 0, 0, 1), coretest.F64s(0.1, 0.2, 0.3, 0.4, 0.5, 0.6), coretest.F64(0.3)}},
	{"hist2dMul", `fun main (n: i64) (m: i64) (a: [n][n]f64) (is: [m]i64) (js: [m]i64) (vs: [m]f64) : (r: [n][n]f64) =
  let (d: [n][n]f64) = copy a
  let (r: [n][n]f64) = hist m (d) (is, js) (vs) (1.0) ` + mulOp + `
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(6), shaped(coretest.F64s(1, 0, 3, 0), 2, 2), i64s(1, 0, 0, 1, 2, 0), i64s(0, 2, 1, 1, 0, 1), coretest.F64s(0.1, 0.2, 0.3, 0, 0.5, 0.6)}},
	{"histRowsMax", `fun main (n: i64) (m: i64) (a: [n][2]f64) (is: [m]i64) (vs: [m][2]f64) : (r: [n][2]f64) =
  let (z: [2]f64) = replicate [2] -f64.inf
  let (c: [n][2]f64) = copy a
  let (r: [n][2]f64) = hist m (c) (is) (vs) (z) (\(x: [2]f64) (y: [2]f64) : ([2]f64) ->
    let (s: [2]f64) = map 2 (x, y) ` + maxOp + `
    in (s))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(4), shaped(coretest.F64s(1, 2, 3, 4), 2, 2), i64s(1, 5, 1, 0), shaped(coretest.F64s(1, 12, 3, 4, 5, 6, 0, 9), 4, 2)}},
	{"hist2dRowsMul", `fun main (n: i64) (m: i64) (a: [n][1][2]f64) (is: [m]i64) (js: [m]i64) (vs: [m][2]f64) : (r: [n][1][2]f64) =
  let (z: [2]f64) = replicate [2] 1.0
  let (c: [n][1][2]f64) = copy a
  let (r: [n][1][2]f64) = hist m (c) (is, js) (vs) (z) (\(x: [2]f64) (y: [2]f64) : ([2]f64) ->
    let (s: [2]f64) = map 2 (x, y) ` + mulOp + `
    in (s))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(4), shaped(coretest.F64s(1, 2, 3, 4), 2, 1, 2), i64s(1, 5, 1, 0), i64s(0, 0, 0, 1), shaped(coretest.F64s(1, 12, 3, 4, 5, 6, 0, 9), 4, 2)}},
	{"histDeepRowsMul", `fun main (n: i64) (m: i64) (a: [n][2][2]f64) (is: [m]i64) (vs: [m][2][2]f64) : (r: [n][2][2]f64) =
  let (z: [2][2]f64) = replicate [2, 2] 1.0
  let (c: [n][2][2]f64) = copy a
  let (r: [n][2][2]f64) = hist m (c) (is) (vs) (z) (\(x: [2][2]f64) (y: [2][2]f64) : ([2][2]f64) ->
    let (s: [2][2]f64) = map 2 (x, y) (\(x: [2]f64) (y: [2]f64) : ([2]f64) -> let (s: [2]f64) = map 2 (x, y) ` + mulOp + ` in (s))
    in (s))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6, 7, 8), 2, 2, 2), i64s(1, 1, 2), shaped(coretest.F64s(1, 12, 3, 4, 5, 6, 0, 9, 1, 1, 1, 1), 3, 2, 2)}},
	{"histRowsGeneral", `fun main (n: i64) (m: i64) (a: [n][2]f64) (is: [m]i64) (vs: [m][2]f64) (c: f64) : (r: [n][2]f64) =
  let (z: [2]f64) = replicate [2] 0.0
  let (d: [n][2]f64) = copy a
  let (r: [n][2]f64) = hist m (d) (is) (vs) (z) (\(x: [2]f64) (y: [2]f64) : ([2]f64) ->
    let (s: [2]f64) = map 2 (x, y) (\(x: f64) (y: f64) : (f64) ->
      let (s: f64) = add.f64 x y
      let (p: f64) = mul.f64 x y
      let (q: f64) = mul.f64 p c
      let (z: f64) = add.f64 s q
      in (z))
    in (s))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(4), shaped(coretest.F64s(1, 2, 3, 4), 2, 2), i64s(1, 5, 1, 0), shaped(coretest.F64s(1, 12, 3, 4, 5, 6, 0, 9), 4, 2), coretest.F64(0.2)}},
	{"histInLoop", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) (v: [m]f64) = loop (c: [n]f64 = c) (v: [m]f64 = vs) for (i: i64) < 3 do
      let (r: [n]f64) = hist m (c) (is) (v) (0.0) (\(x: f64) (y: f64) : (f64) ->
        let (s: f64) = add.f64 x y
        let (p: f64) = mul.f64 x y
        let (q: f64) = mul.f64 p 0.1
        let (z: f64) = add.f64 s q
        in (z))
      let (w: [m]f64) = map m (v) (\(x: f64) : (f64) -> let (y: f64) = r[0] let (z: f64) = sin.f64 y let (u: f64) = mul.f64 z x in (u))
      in (r, w)
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(4), coretest.F64s(0.1, 0.2), i64s(1, 0, 5, 1), coretest.F64s(0.1, 0.2, 0.3, 0.4)}},
	{"histInMap", `fun main (n: i64) (m: i64) (a: [2][n]f64) (is: [m]i64) (vs: [m]f64) (c: f64) : (r: [2][n]f64) =
  let (d: [2][n]f64) = copy a
  let (r: [2][n]f64) = map 2 (d) (\(row: [n]f64) : ([n]f64) ->
    let (r: [n]f64) = hist m (row) (is) (vs) (0.0) (\(x: f64) (y: f64) : (f64) ->
      let (s: f64) = add.f64 x y
      let (p: f64) = mul.f64 x y
      let (q: f64) = mul.f64 p c
      let (z: f64) = add.f64 s q
      in (z))
    in (r))
  in (r)`, []value.Value{coretest.I64(3), coretest.I64(6), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 2, 3), i64s(1, 0, 5, 1, 2, 0), coretest.F64s(0.1, 0.2, 0.3, 0.4, 0.5, 0.6), coretest.F64(0.3)}},
	{"histMulCarried", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) (v: [m]f64) = loop (c: [n]f64 = c) (v: [m]f64 = vs) for (i: i64) < 2 do
      let (x: f64) = c[1]
      let (y: f64) = sin.f64 x
      let (d: [n]f64) = c with [0] = y
      let (r: [n]f64) = hist m (d) (is) (v) (1.0) ` + mulOp + `
      let (w: [m]f64) = map m (v) (\(x: f64) : (f64) -> let (y: f64) = r[0] let (z: f64) = mul.f64 y x in (z))
      in (r, w)
  in (r)`, []value.Value{coretest.I64(3), coretest.I64(4), coretest.F64s(0.4, 0.7, 1.1), i64s(1, 0, 5, 1), coretest.F64s(1.1, 0.6, 1.3, 0.9)}},
	{"histMaxCarried", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) (v: [m]f64) = loop (c: [n]f64 = c) (v: [m]f64 = vs) for (i: i64) < 2 do
      let (x: f64) = c[1]
      let (y: f64) = sin.f64 x
      let (d: [n]f64) = c with [0] = y
      let (r: [n]f64) = hist m (d) (is) (v) (-f64.inf) ` + maxOp + `
      let (w: [m]f64) = map m (v) (\(x: f64) : (f64) -> let (y: f64) = r[0] let (z: f64) = mul.f64 y x in (z))
      in (r, w)
  in (r)`, []value.Value{coretest.I64(3), coretest.I64(4), coretest.F64s(0.4, 0.7, 1.1), i64s(1, 0, 5, 1), coretest.F64s(1.1, 0.6, 1.3, 0.9)}},
	{"histRowsMulCarried", `fun main (n: i64) (m: i64) (xs: [n][2]f64) (is: [m]i64) (vs: [m][2]f64) : (r: [n][2]f64) =
  let (c: [n][2]f64) = copy xs
  let (e: [2]f64) = replicate [2] 1.0
  let (r: [n][2]f64) = loop (c: [n][2]f64 = c) for (i: i64) < 2 do
      let (r: [n][2]f64) = hist m (c) (is) (vs) (e) (\(x: [2]f64) (y: [2]f64) : ([2]f64) ->
        let (s: [2]f64) = map 2 (x, y) ` + mulOp + `
        in (s))
      in (r)
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(0.4, 0.7, 1.1, 1.2), 2, 2), i64s(1, 5, 1), shaped(coretest.F64s(1.1, 0.6, 1.3, 0.9, 1, 2), 3, 2)}},
	{"histNothing", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) (c: f64) : (r: [n]f64) =
  let (d: [n]f64) = copy xs
  let (r: [n]f64) = hist m (d) (is) (vs) (0.0) (\(x: f64) (y: f64) : (f64) ->
    let (s: f64) = add.f64 x y
    let (p: f64) = mul.f64 x y
    let (q: f64) = mul.f64 p c
    let (z: f64) = add.f64 s q
    in (z))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(0), coretest.F64s(1, 2), i64s(), coretest.F64s(), coretest.F64(0.3)}},
}
