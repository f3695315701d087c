-- Arrays of a few numbers: points, small matrices and lists of them, in all that they go through.
-- ==
-- entry: steps chosen moments turned table listed neighbours pushed
-- input { 1i64 } output { true }
-- input { 5i64 } output { true }
-- input { 20i64 } output { true }
-- ==
-- entry: outside
-- input { 3i64 2i64 } output { 19.5 }
-- input { 3i64 3i64 } error: index 3 out of bounds
-- ==
-- entry: beyond
-- input { 2i64 1i64 } output { 3.0 }
-- input { 2i64 2i64 } error: index 2 out of bounds
import "gaps"

def axpy (a: f64) (x: [3]f64) (y: [3]f64) = map2 (\x y -> a * x + y) x y
def inner (x: [3]f64) (y: [3]f64) = f64.sum (map2 (*) x y)
def points n (x: [n]f64) : [n][3]f64 = map2 (\i x -> [x, f64.sin (x * f64.i64 i), x * x]) (iota n) x
def flat [n] (ps: [n][3]f64) : []f64 = flatten ps

-- All points move, together, under conditions.
def moved [n] (x: [n]f64) =
  let (ps, vs, _) = loop (ps, vs, go) = (points n x, points n (map f64.cos x), replicate n true) for i < 3 do
    let fs = map2 (\p v -> if inner p v > 0.2 then axpy (-0.5) p v else p) ps vs
    let qs = map3 (\p f g -> if g then axpy 0.1 f p else p) ps fs go
    let ws = map2 (\v f -> let s = inner v f in map (\a -> a * f64.cos s) v) vs fs
    in (reverse qs, ws, map (\q -> q[0] < 1.5 + f64.i64 i) qs)
  in flat (map2 (\p v -> axpy p[1] p v) ps vs)
entry steps n = agree moved (noise n 3)

-- A row that a condition chooses; a point in a loop in parallel code; one that an index reads.
def choices [n] (x: [n]f64) =
  let ps = points n x
  let least = map (\p -> let q = loop q = copy p for i < 4 do if inner q q > 0.3 then axpy (-0.3) q p else [q[1], q[2], q[0] + f64.i64 i] in q) ps
  let some = if x[0] > 0 then least else ps
  let of_next = map2 (\i p -> let q = some[(i + 1) % n] in [p[0] * q[2], inner p q]) (iota n) some
  in flatten of_next
entry chosen n = agree choices (noise n 4)

-- Normal equations by loops with a triangle, solved in place.
def fit [n] (x: [n]f64) =
  let (a, b) = loop (a, b) = (replicate 3 (replicate 3 0), replicate 3 0) for i < n do
    let f = [1, x[i], x[i] * x[i]]
    in loop (a, b) for c < 3 do
      let a = loop a for d < c + 1 do a with [c, d] = a[c, d] + f[c] * f[d]
      in (a, b with [c] = b[c] + f[c] * f64.exp x[i])
  let a = loop a for c < 3 do
    loop a for d < c + 1 do
      let s = a[c, d] + (if c == d then 0.5 else 0)
      let s = loop s for e < d do s - a[c, e] * a[d, e]
      in a with [c, d] = if c == d then f64.sqrt s else s / a[d, d]
  let b = loop b for c < 3 do
    let s = loop s = b[c] for d < c do s - a[c, d] * b[d]
    in b with [c] = s / a[c, c]
  in loop b for e < 3 do
    let c = 2 - e
    let s = loop s = b[c] for d in c + 1..<3 do s - a[d, c] * b[d]
    in b with [c] = s / a[c, c]
entry moments n = agree fit (noise n 5)

-- Small matrices, as arrays of rows, in loops of parallel code.
def inner2 (x: [2]f64) (y: [2]f64) = x[0] * y[0] + x[1] * y[1]
def turns [n] (x: [n]f64) =
  map (\x ->
    let (m, p) = loop (m, p) = ([[1, 0], [0, 1]], [x, 1]) for i < 3 do
      let (c, s) = (f64.cos (x * f64.i64 i), f64.sin x)
      let m' = copy m with [0, 0] = c * m[0, 0] - s * m[1, 0]
      let m' = m' with [0, 1] = c * m[0, 1] - s * m[1, 1]
      let m' = m' with [1] = [s * m[0, 0] + c * m[1, 0], m[1, 1]]
      in (m', [inner2 m'[0] p, inner2 m'[1] p])
    in m[0, 1] * p[0] + p[1]) x
entry turned n = agree turns (noise n 6)

-- An index that only the program knows chooses among the numbers of a point: the array stays.
def looked [n] (x: [n]f64) =
  map2 (\i x -> let p = loop p = [x, x * x, 1] for j < 3 do (copy p) with [(i + j) % 3] = p[j] * x + p[(i + 2 * j) % 3] in p[i % 3]) (iota n) x
entry table n = agree looked (noise n 7)

-- Parts of lists of points, one after the other, and lists that something takes as they are.
def lists [n] (x: [n]f64) =
  let ps = points n x
  let qs = map (\p -> axpy p[0] p [1, 2, 3]) (rotate 1 ps)
  let (rs, s) = loop (rs, s) = (concat (take (n / 2) qs) (drop (n / 2) ps) :> [n][3]f64, 0) for i < 2 do
    let us = map2 (\r p -> axpy 0.5 r p) rs qs
    in (us, s + f64.sum (flatten us) * f64.i64 (i + 1))
  let (is, _) = unzip (zip (iota n) rs)
  in [s] ++ flat (scatter (replicate n [0, 0, 0]) is rs)
entry listed n = agree lists (noise n 8)

-- What neighbouring points add to each other's numbers.
def chain [n] (x: [n]f64) =
  let ps = points n x
  in map (\i ->
    let d = map2 (-) ps[i] ps[i + 1]
    in inner d d + ps[i, 0] * ps[i + 1, 2]) (iota (n - 1))
entry neighbours n = agree chain (noise n 9)

def sent [n] (x: [n]f64) =
  let ps = points n x
  let qs = loop qs = replicate n [0, 0, 0] for i < n do
    let qs = qs with [i, 1] = qs[i, 1] + ps[i, 0] * ps[i, 1]
    let qs = if i > 0 then qs with [i - 1, 0] = qs[i - 1, 0] + f64.sin ps[i, 2] else qs
    in if i < n - 1 then qs with [i + 1, 2] = qs[i + 1, 2] + ps[i, 0] else qs
  in flat (map2 (\q p -> axpy q[0] q p) qs ps)
entry pushed n = agree sent (noise n 10)

entry outside (n: i64) (i: i64) : f64 =
  let ps = loop ps = map (\i -> [f64.i64 i, 1.5, 2]) (iota n) for _k < 2 do map (\p -> [p[0] + 1, p[1] * 2, p[2]]) ps
  in ps[i, 0] + ps[i, 1] + ps[i % n, 2] + f64.sum (map (\p -> p[2] + 0.5) ps)

entry beyond (n: i64) (c: i64) : f64 =
  let ps = loop ps = map (\i -> [f64.i64 i, 1]) (iota n) for _k < 2 do map (\p -> [p[0] + 1, p[1] * 2]) ps
  in f64.sum (map (\i -> let p = ps[i] in p[c] - 2) (iota n)) - ps[0, c] + 3
