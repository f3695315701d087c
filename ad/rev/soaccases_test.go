package rev_test

import (
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

const (
	addOp = `(\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))`
	mulOp = `(\(x: f64) (y: f64) : (f64) -> let (z: f64) = mul.f64 x y in (z))`
	minOp = `(\(x: f64) (y: f64) : (f64) -> let (z: f64) = min.f64 x y in (z))`
	maxOp = `(\(x: f64) (y: f64) : (f64) -> let (z: f64) = max.f64 x y in (z))`
	inf   = `f64.inf`
)

// soacCases are the smoothCases of the array combinators.
var soacCases = []smoothCase{
	{"mapFree", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (s: f64) (c: f64) : (ys: [m]f64) =
  let (ys: [m]f64) = map m (is) (\(i: i64) : (f64) ->
    let (x: f64) = xs[i]
    let (y: f64) = mul.f64 x s
    let (z: f64) = mul.f64 y x
    in (z))
  in (ys)`, []value.Value{coretest.I64(3), coretest.I64(4), coretest.F64s(1, 2, 3), i64s(2, 0, 2, 1), coretest.F64(0.3), coretest.F64(1)}},
	{"chooseWithIndex", `fun main (n: i64) (xs: [n]f64) (c: f64) : (y: f64) (z: f64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (ts: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (d: f64) = sub.f64 x c let (e: f64) = mul.f64 d d in (e))
  let (y: f64) (i: i64) = reduce n (ts, is) (f64.inf, -1) (\(t: f64) (i: i64) (u: f64) (j: i64) : (f64, i64) ->
    let (b: bool) = le.f64 t u
    let (v: f64) (k: i64) = if b then in (t, i) else in (u, j)
    in (v, k))
  let (x: f64) = xs[i]
  let (z: f64) = mul.f64 x y
  in (y, z)`, []value.Value{coretest.I64(4), coretest.F64s(1, 4.5, 2.25, 3), coretest.F64(2.5)}},
	{"chooseWithOthers", `fun main (n: i64) (xs: [n]f64) (vs: [n]f64) (first: f64) (c: f64) : (y: f64) (z: f64) =
  let (y: f64) (z: f64) = reduce n (xs, vs) (first, c) (\(t: f64) (v: f64) (u: f64) (w: f64) : (f64, f64) ->
    let (b: bool) = lt.f64 u t
    let (a: f64) (z: f64) = if b then
        let (d: bool) = lt.f64 u -100.0
        let (a: f64) (z: f64) = if d then in (t, v) else in (u, w)
        in (a, z)
      else in (t, v)
    in (a, z))
  in (y, z)`, []value.Value{coretest.I64(4), coretest.F64s(1, 4.5, -2.25, 3), coretest.F64s(5, 6, 7, 8), coretest.F64(-7), coretest.F64(2.5)}},
	{"chooseNoOther", `fun main (n: i64) (xs: [n]f64) (vs: [n]f64) (c: f64) : (y: f64) (z: f64) =
  let (y: f64) (z: f64) = reduce n (xs, vs) (f64.inf, 0.0) (\(t: f64) (v: f64) (u: f64) (w: f64) : (f64, f64) ->
    let (b: bool) = lt.f64 u t
    let (a: f64) = if b then in (u) else in (t)
    let (z: f64) = add.f64 v w
    in (a, z))
  let (s: f64) = mul.f64 z c
  in (y, s)`, []value.Value{coretest.I64(4), coretest.F64s(1, 4.5, -2.25, 3), coretest.F64s(5, 6, 7, 8), coretest.F64(2.5)}},
	{"matrixProduct", `fun main (n: i64) (a: [n][n]f64) (b: [n][n]f64) : (c: [n][n]f64) =
  let (bt: [n][n]f64) = rearrange (1, 0) b
  let (c: [n][n]f64) = map n (a) (\(row: [n]f64) : ([n]f64) ->
    let (r: [n]f64) = map n (bt) (\(col: [n]f64) : (f64) ->
      let (p: [n]f64) = map n (row, col) ` + mulOp + `
      let (s: f64) = reduce n (p) (0.0) ` + addOp + `
      in (s))
    in (r))
  in (c)`, []value.Value{coretest.I64(2), shaped(coretest.F64s(1, 2, 3, 4), 2, 2), shaped(coretest.F64s(5, 6, 7, 8), 2, 2)}},
	{"nestedMapFree", `fun main (n: i64) (is: [n]i64) (xs: [n]f64) (w: f64) (a: [n][n]f64) : (r: [n][n]f64) =
  let (r: [n][n]f64) = map n (is) (\(i: i64) : ([n]f64) ->
    let (u: f64) = xs[i]
    let (t: f64) = mul.f64 u w
    let (row: [n]f64) = a[i]
    let (out: [n]f64) = map n (is, row) (\(j: i64) (e: f64) : (f64) ->
      let (v: f64) = xs[j]
      let (p: f64) = mul.f64 u v
      let (q: f64) = mul.f64 p t
      let (g: f64) = a[j, i]
      let (h: f64) = mul.f64 q g
      let (k: f64) = mul.f64 h e
      in (k))
    in (out))
  in (r)`, []value.Value{coretest.I64(2), i64s(1, 0), coretest.F64s(1.5, 2), coretest.F64(0.3), shaped(coretest.F64s(1, 2, 3, 4), 2, 2)}},
	{"tabulate", `fun main (n: i64) (m: i64) (a: [n][m]f64) (xs: [n]f64) (ys: [m]f64) : (r: [n][m]f64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (r: [n][m]f64) = map n (is) (\(i: i64) : ([m]f64) ->
    let (x: f64) = xs[i]
    let (t: bool) = lt.i64 i 1
    let (z: f64) = if t then let (q: f64) = xs[i] let (u: f64) = mul.f64 q x in (u) else in (x)
    let (js: [m]i64) = iota.i64 m 0 1
    let (out: [m]f64) = map m (js) (\(j: i64) : (f64) ->
      let (e: f64) = a[i, j]
      let (y: f64) = ys[j]
      let (p: f64) = mul.f64 e y
      let (q: f64) = mul.f64 p z
      in (q))
    in (out))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 2, 3), coretest.F64s(0.5, 2), coretest.F64s(7, 8, 9)}},
	{"tabulateSomeRows", `fun main (n: i64) (a: [n][n]f64) (xs: [n]f64) : (r: [n]f64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (r: [n]f64) = map n (is) (\(i: i64) : (f64) ->
    let (t: bool) = lt.i64 i 1
    let (s: f64) = if t then
        let (js: [n]i64) = iota.i64 n 0 1
        let (v: [n]f64) = map n (js) (\(j: i64) : (f64) -> let (e: f64) = a[i, j] in (e))
        let (s: f64) = reduce n (v) (1.0) ` + mulOp + `
        in (s)
      else
        let (k: i64) = sub.i64 i 1
        let (s: f64) = xs[k]
        let (u: f64) = xs[i]
        let (p: f64) = mul.f64 s u
        in (p)
    in (s))
  in (r)`, []value.Value{coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6, 7, 8, 9), 3, 3), coretest.F64s(0.5, 2, 3)}},
	{"consumesParameter", `fun main (n: i64) (xs: [n]f64) : (a: [n]f64) (b: [n]f64) =
  let (b: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (y: f64) = mul.f64 x x in (y))
  let (x: f64) = xs[1]
  let (y: f64) = sin.f64 x
  let (a: [n]f64) = xs with [0] = y
  in (a, b)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3)}},
	{"mapConsumesRows", `fun main (n: i64) (a: [n][2]f64) (w: f64) : (s: [n][2]f64) (r: [n][2]f64) =
  let (c: [n][2]f64) = copy a
  let (s: [n][2]f64) = map n (c) (\(row: [2]f64) : ([2]f64) -> let (q: [2]f64) = map 2 (row, row) ` + mulOp + ` in (q))
  let (r: [n][2]f64) = map n (c) (\(row: [2]f64) : ([2]f64) ->
    let (x: f64) = row[0]
    let (sq: [2]f64) = map 2 (row, row) ` + mulOp + `
    let (y: f64) = sq[1]
    let (p: f64) = mul.f64 x y
    let (q: f64) = mul.f64 p w
    let (o: [2]f64) = row with [1] = q
    in (o))
  in (s, r)`, []value.Value{coretest.I64(2), shaped(coretest.F64s(1, 2, 3, 4), 2, 2), coretest.F64(0.5)}},
	{"rearrangedElement", `fun main (n: i64) (a: [2][3][n]f64) (i: i64) : (s: f64) =
  let (b: [3][n][2]f64) = rearrange (1, 2, 0) a
  let (x: f64) = b[2, i, 1]
  let (y: f64) = b[i, 3, 0]
  let (s: f64) = mul.f64 x y
  in (s)`, []value.Value{coretest.I64(4), shaped(coretest.F64s(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24), 2, 3, 4), coretest.I64(1)}},
	{"chain", `fun main (x: f64) : (r: f64) =
  let (a: f64) (b: f64) (c: f64) = loop (a: f64 = x) (b: f64 = 1.0) (c: f64 = 1.0) for (i: i64) < 4 do
      let (a2: f64) = sin.f64 a
      let (b2: f64) = mul.f64 a b
      let (c2: f64) = mul.f64 b c
      in (a2, b2, c2)
  in (c)`, []value.Value{coretest.F64(0.7)}},
	{"tabulateThenConsume", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) (q: [n]f64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (r: [n]f64) (q: [n]f64) = loop (a: [n]f64 = xs) (q: [n]f64 = xs) for (t: i64) < 2 do
      let (v: [n]f64) = map n (is) (\(i: i64) : (f64) -> let (x: f64) = a[i] let (y: f64) = mul.f64 x x in (y))
      let (s: f64) = v[1]
      let (c: [n]f64) = copy a
      let (u: f64) = c[0]
      let (w: [n]f64) = map n (is) (\(i: i64) : (f64) -> let (x: f64) = c[i] let (y: f64) = mul.f64 x u in (y))
      let (b: [n]f64) = c with [t] = s
      in (b, w)
  in (r, q)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3)}},
	{"readsOfPrefix", `fun main (n: i64) (m: i64) (xs: [n]f64) : (r: [m]f64) =
  let (is: [m]i64) = iota.i64 m 0 1
  let (r: [m]f64) = map m (is) (\(i: i64) : (f64) -> let (x: f64) = xs[i] let (y: f64) = mul.f64 x x in (y))
  in (r)`, []value.Value{coretest.I64(4), coretest.I64(3), coretest.F64s(1, 2, 3, 4)}},
	{"mapOfLoop", `fun main (n: i64) (xs: [n]f64) (w: f64) : (r: [n]f64) =
  let (r: [n]f64) = map n (xs) (\(x: f64) : (f64) ->
    let (y: f64) = loop (a: f64 = x) for (i: i64) < n do
        let (v: f64) = xs[i]
        let (b: f64) = mul.f64 a v
        let (c: f64) = sin.f64 b
        let (d: f64) = mul.f64 c w
        in (d)
    in (y))
  in (r)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3), coretest.F64(0.9)}},
	{"mapOfIf", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (r: [n]f64) = map n (xs) (\(x: f64) : (f64) ->
    let (c: bool) = lt.f64 x 1.5
    let (y: f64) = if c then let (a: f64) = xs[1] in (a)
                   else let (a: f64) = xs[0] let (b: f64) = mul.f64 a x in (b)
    in (y))
  in (r)`, []value.Value{coretest.I64(3), coretest.F64s(1, 2, 3)}},
	{"reduceArgmax", `fun main (n: i64) (xs: [n]f64) : (m: f64) (k: i64) =
  let (is: [n]i64) = iota.i64 n 0 1
  let (m: f64) (k: i64) = reduce n (xs, is) (-f64.inf, -1) (\(a: f64) (i: i64) (b: f64) (j: i64) : (f64, i64) ->
    let (c: bool) = le.f64 b a
    let (x: f64) (k: i64) = if c then in (a, i) else in (b, j)
    in (x, k))
  let (q: f64) = mul.f64 m m
  in (q, k)`, []value.Value{coretest.I64(4), coretest.F64s(1, 5, 3, 0.5)}},
	{"reduceMul", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (1.0) ` + mulOp + `
  in (r)`, []value.Value{coretest.I64(4), coretest.F64s(1, -2, 3, 0.5)}},
	{"reduceMulZero", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (1.0) ` + mulOp + `
  in (r)`, []value.Value{coretest.I64(4), coretest.F64s(1, 0, 3, 0.5)}},
	{"reduceMulZeros", `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (1.0) ` + mulOp + `
  in (r)`, []value.Value{coretest.I64(4), coretest.F64s(1, 0, 0, 0.5)}},
	{"reduceMax", `fun main (n: i64) (xs: [n]f64) (x: f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (-f64.inf) ` + maxOp + `
  let (s: f64) = mul.f64 r x
  in (s)`, []value.Value{coretest.I64(4), coretest.F64s(1, 5, 3, 0.5), coretest.F64(2)}},
	{"reduceMinRows", `fun main (n: i64) (a: [n][n]f64) : (r: [n]f64) =
  let (r: [n]f64) = map n (a) (\(row: [n]f64) : (f64) ->
    let (m: f64) = reduce n (row) (` + inf + `) ` + minOp + `
    let (q: f64) = mul.f64 m m
    in (q))
  in (r)`, []value.Value{coretest.I64(2), shaped(coretest.F64s(1, 5, 3, 0.5), 2, 2)}},
	{"reduceTuple", `fun main (n: i64) (xs: [n]f64) (ys: [n]f64) : (a: f64) (b: f64) =
  let (a: f64) (b: f64) = reduce n (xs, ys) (1.0, 0.0) (\(a1: f64) (b1: f64) (a2: f64) (b2: f64) : (f64, f64) ->
    let (a: f64) = mul.f64 a1 a2
    let (p: f64) = mul.f64 a2 b1
    let (b: f64) = add.f64 p b2
    in (a, b))
  in (a, b)`, []value.Value{coretest.I64(4), coretest.F64s(1, 2, 3, 0.5), coretest.F64s(0.1, 0.2, 0.3, 0.4)}},
	{"reduceFreeVariable", `fun main (n: i64) (xs: [n]f64) (c: f64) : (r: f64) =
  let (r: f64) = reduce n (xs) (0.0) (\(x: f64) (y: f64) : (f64) ->
    let (s: f64) = add.f64 x y
    let (p: f64) = mul.f64 x y
    let (q: f64) = mul.f64 p c
    let (z: f64) = add.f64 s q
    in (z))
  in (r)`, []value.Value{coretest.I64(4), coretest.F64s(1, 2, 3, 0.5), coretest.F64(0.2)}},
	{"reduceVectorisedAdd", `fun main (n: i64) (m: i64) (a: [n][m]f64) (x: f64) : (r: [m]f64) =
  let (z: [m]f64) = replicate [m] 0.0
  let (r: [m]f64) = reduce n (a) (z) (\(x: [m]f64) (y: [m]f64) : ([m]f64) ->
    let (s: [m]f64) = map m (x, y) ` + addOp + `
    in (s))
  let (q: [m]f64) = map m (r) (\(v: f64) : (f64) -> let (w: f64) = mul.f64 v v in (w))
  in (q)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 2, 3), coretest.F64(1)}},
	{"reduceVectorisedMul", `fun main (n: i64) (m: i64) (a: [n][m]f64) : (r: [m]f64) =
  let (z: [m]f64) = replicate [m] 1.0
  let (r: [m]f64) = reduce n (a) (z) (\(x: [m]f64) (y: [m]f64) : ([m]f64) ->
    let (s: [m]f64) = map m (x, y) ` + mulOp + `
    in (s))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 0, 3, 4, 5, 6), 2, 3)}},
	{"reduceArrays", `fun main (n: i64) (a: [n][2][2]f64) (e: [2][2]f64) : (r: [2][2]f64) =
  let (i0: [2]f64) = [1.0, 0.0] : f64
  let (i1: [2]f64) = [0.0, 1.0] : f64
  let (id: [2][2]f64) = [i0, i1] : [2]f64
  let (r: [2][2]f64) = reduce n (a) (id) (\(x: [2][2]f64) (y: [2][2]f64) : ([2][2]f64) ->
    let (yt: [2][2]f64) = rearrange (1, 0) y
    let (z: [2][2]f64) = map 2 (x) (\(row: [2]f64) : ([2]f64) ->
      let (o: [2]f64) = map 2 (yt) (\(col: [2]f64) : (f64) ->
        let (p: [2]f64) = map 2 (row, col) ` + mulOp + `
        let (s: f64) = reduce 2 (p) (0.0) ` + addOp + `
        in (s))
      in (o))
    in (z))
  in (r)`, []value.Value{coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 0.5, 0.6, 0.7, 0.8, 2, 1, 0, 1), 3, 2, 2), shaped(coretest.F64s(0, 0, 0, 0), 2, 2)}},
	{"scanAdd", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (q: [n]f64) = map n (xs) (\(v: f64) : (f64) -> let (w: f64) = mul.f64 v v in (w))
  let (r: [n]f64) = scan n (q) (0.0) ` + addOp + `
  let (s: [n]f64) = map n (r) (\(v: f64) : (f64) -> let (w: f64) = mul.f64 v v in (w))
  in (s)`, []value.Value{coretest.I64(4), coretest.F64s(1, 2, 3, 0.5)}},
	{"scanMul", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (r: [n]f64) = scan n (xs) (1.0) ` + mulOp + `
  in (r)`, []value.Value{coretest.I64(5), coretest.F64s(1, 2, 0, 3, 0.5)}},
	{"scanMax", `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (r: [n]f64) = scan n (xs) (-f64.inf) ` + maxOp + `
  in (r)`, []value.Value{coretest.I64(5), coretest.F64s(1, 2, 0, 3, 0.5)}},
	{"scanLinear", `fun main (n: i64) (xs: [n]f64) (ys: [n]f64) : (a: [n]f64) (b: [n]f64) =
  let (a: [n]f64) (b: [n]f64) = scan n (xs, ys) (1.0, 0.0) (\(a1: f64) (b1: f64) (a2: f64) (b2: f64) : (f64, f64) ->
    let (a: f64) = mul.f64 a1 a2
    let (p: f64) = mul.f64 a2 b1
    let (b: f64) = add.f64 p b2
    in (a, b))
  in (a, b)`, []value.Value{coretest.I64(4), coretest.F64s(1, 2, 3, 0.5), coretest.F64s(0.1, 0.2, 0.3, 0.4)}},
	{"scanSegmented", `fun main (n: i64) (fs: [n]bool) (ys: [n]f64) : (b: [n]f64) =
  let (a: [n]bool) (b: [n]f64) = scan n (fs, ys) (false, 0.0) (\(f1: bool) (b1: f64) (f2: bool) (b2: f64) : (bool, f64) ->
    let (f: bool) = or.bool f1 f2
    let (b: f64) = if f2 then in (b2) else let (s: f64) = add.f64 b1 b2 in (s)
    in (f, b))
  let (c: [n]f64) = map n (b) (\(v: f64) : (f64) -> let (w: f64) = mul.f64 v v in (w))
  in (c)`, []value.Value{coretest.I64(4), value.FromSlice(prim.Bool, []bool{false, false, true, false}), coretest.F64s(0.1, 0.2, 0.3, 0.4)}},
	{"scanFreeVariable", `fun main (n: i64) (xs: [n]f64) (c: f64) : (r: [n]f64) =
  let (r: [n]f64) = scan n (xs) (0.0) (\(x: f64) (y: f64) : (f64) ->
    let (s: f64) = add.f64 x y
    let (p: f64) = mul.f64 x y
    let (q: f64) = mul.f64 p c
    let (z: f64) = add.f64 s q
    in (z))
  in (r)`, []value.Value{coretest.I64(4), coretest.F64s(1, 2, 3, 0.5), coretest.F64(0.2)}},
	{"scanVectorised", `fun main (n: i64) (m: i64) (a: [n][m]f64) : (r: [n][m]f64) =
  let (z: [m]f64) = replicate [m] 1.0
  let (r: [n][m]f64) = scan n (a) (z) (\(x: [m]f64) (y: [m]f64) : ([m]f64) ->
    let (s: [m]f64) = map m (x, y) ` + mulOp + `
    in (s))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 2, 3)}},
	{"scanVectorisedAdd", `fun main (n: i64) (m: i64) (a: [n][m]f64) : (r: [n][m]f64) =
  let (z: [m]f64) = replicate [m] 0.0
  let (r: [n][m]f64) = scan n (a) (z) (\(x: [m]f64) (y: [m]f64) : ([m]f64) ->
    let (s: [m]f64) = map m (x, y) ` + addOp + `
    in (s))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 2, 3)}},
	{"scanArrays", `fun main (n: i64) (a: [n][2]f64) : (r: [n][2]f64) =
  let (z: [2]f64) = [1.0, 0.0] : f64
  let (r: [n][2]f64) = scan n (a) (z) (\(x: [2]f64) (y: [2]f64) : ([2]f64) ->
    let (x0: f64) = x[0]
    let (x1: f64) = x[1]
    let (y0: f64) = y[0]
    let (y1: f64) = y[1]
    let (p: f64) = mul.f64 x0 y0
    let (q: f64) = mul.f64 x1 y0
    let (s: f64) = add.f64 q y1
    let (v: [2]f64) = [p, s] : f64
    in (v))
  in (r)`, []value.Value{coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 3, 2)}},
	{"scatter", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) =
  let (c: [n]f64) = map n (xs) (\(v: f64) : (f64) -> let (w: f64) = mul.f64 v v in (w))
  let (r: [n]f64) = scatter m (c) (is) (vs)
  let (s: [n]f64) = map n (r) (\(v: f64) : (f64) -> let (w: f64) = mul.f64 v v in (w))
  in (s)`, []value.Value{coretest.I64(3), coretest.I64(4), coretest.F64s(1, 2, 3), i64s(2, -1, 0, 7), coretest.F64s(0.1, 0.2, 0.3, 0.4)}},
	{"scatter2d", `fun main (n: i64) (m: i64) (a: [n][n]f64) (is: [m]i64) (js: [m]i64) (vs: [m]f64) : (r: [n][n]f64) =
  let (c: [n][n]f64) = copy a
  let (r: [n][n]f64) = scatter m (c) (is, js) (vs)
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4), 2, 2), i64s(1, 0, 0), i64s(0, 2, 1), coretest.F64s(0.1, 0.2, 0.3)}},
	{"histAdd", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = hist m (c) (is) (vs) (0.0) ` + addOp + `
  let (s: [n]f64) = map n (r, xs) ` + mulOp + `
  in (s)`, []value.Value{coretest.I64(3), coretest.I64(5), coretest.F64s(1, 2, 3), i64s(2, -1, 0, 3, 2), coretest.F64s(0.1, 0.2, 0.3, 0.4, 0.5)}},
	{"histAddRows", `fun main (n: i64) (m: i64) (a: [n][2]f64) (is: [m]i64) (vs: [m][2]f64) : (r: [n][2]f64) =
  let (z: [2]f64) = replicate [2] 0.0
  let (c: [n][2]f64) = copy a
  let (r: [n][2]f64) = hist m (c) (is) (vs) (z) (\(x: [2]f64) (y: [2]f64) : ([2]f64) ->
    let (s: [2]f64) = map 2 (x, y) ` + addOp + `
    in (s))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(3), shaped(coretest.F64s(1, 2, 3, 4), 2, 2), i64s(1, 5, 1), shaped(coretest.F64s(1, 2, 3, 4, 5, 6), 3, 2)}},
	{"histMul", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = hist m (c) (is) (vs) (1.0) ` + mulOp + `
  in (r)`, []value.Value{coretest.I64(4), coretest.I64(8), coretest.F64s(1, 2, 3, 4), i64s(2, -1, 0, 9, 2, 0, 1, 1), coretest.F64s(0.1, 0.2, 0, 0.4, 0.5, 0.7, 0, 0)}},
	{"histMax", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = hist m (c) (is) (vs) (-f64.inf) ` + maxOp + `
  in (r)`, []value.Value{coretest.I64(3), coretest.I64(6), coretest.F64s(1, 2, 3), i64s(2, -1, 0, 3, 2, 0), coretest.F64s(3.1, 0.2, 0.3, 0.4, 3.5, 0.7)}},
	{"histFree", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) (c: f64) : (r: [n]f64) =
  let (d: [n]f64) = copy xs
  let (r: [n]f64) = hist m (d) (is) (vs) (0.0) (\(x: f64) (y: f64) : (f64) ->
    let (s: f64) = add.f64 x y
    let (p: f64) = mul.f64 x y
    let (q: f64) = mul.f64 p c
    let (z: f64) = add.f64 s q
    in (z))
  in (r)`, []value.Value{coretest.I64(2), coretest.I64(4), coretest.F64s(1, 2), i64s(1, 0, 5, 1), coretest.F64s(0.1, 0.2, 0.3, 0.4), coretest.F64(0.3)}},
	{"accumulators", `fun main (n: i64) (m: i64) (xs: [n]f64) (is: [m]i64) (vs: [m]f64) : (r: [n]f64) (q: [m]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) (q: [m]f64) = with_acc (A c 0.0 ` + addOp + `) (\(a: acc A [n]f64) : (acc A [n]f64, [m]f64) ->
    let (b: acc A [n]f64) (q: [m]f64) = map m (a; is, vs) (\(a: acc A [n]f64) (i: i64) (v: f64) : (acc A [n]f64, f64) ->
      let (w: f64) = mul.f64 v v
      let (b: acc A [n]f64) = update_acc a [i] w
      let (t: bool) = lt.f64 v 0.25
      let (d: acc A [n]f64) = if t then
          let (e: acc A [n]f64) = update_acc b [0] v
          in (e)
        else
          let (e: acc A [n]f64) (z: f64) = loop (g: acc A [n]f64 = b) (z: f64 = v) for (k: i64) < 2 do
              let (h: acc A [n]f64) = update_acc g [k] z
              let (y: f64) = mul.f64 z w
              in (h, y)
          in (e)
      in (d, w))
    in (b, q))
  let (s: [n]f64) = map n (r, xs) ` + mulOp + `
  in (s, q)`, []value.Value{coretest.I64(3), coretest.I64(4), coretest.F64s(1, 2, 3), i64s(2, -1, 0, 3), coretest.F64s(0.1, 0.2, 0.3, 0.4)}},
	{"empty", `fun main (n: i64) (xs: [n]f64) (ys: [n]f64) : (a: f64) (b: f64) (c: [n]f64) (d: f64) (e: [n]f64) =
  let (a: f64) = reduce n (xs) (0.0) ` + addOp + `
  let (b: f64) = reduce n (xs) (1.0) ` + mulOp + `
  let (m: [n]f64) = map n (xs, ys) ` + mulOp + `
  let (c: [n]f64) = scan n (m) (1.0) ` + mulOp + `
  let (d: f64) = reduce n (ys) (-1000.0) ` + maxOp + `
  let (e: [n]f64) = loop (v: [n]f64 = xs) for (i: i64) < n do let (w: [n]f64) = reverse v in (w)
  in (a, b, c, d, e)`, []value.Value{coretest.I64(0), coretest.F64s(), coretest.F64s()}},
}
