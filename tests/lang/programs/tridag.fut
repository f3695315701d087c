-- Batches of tridiagonal systems: the Thomas algorithm in place, scans of matrices and linear functions, and their derivatives.
-- ==
-- entry: solves
-- input { 0i64 4i64 } output { true true }
-- input { 3i64 1i64 } output { true true }
-- input { 7i64 33i64 } output { true true }
-- entry: gradients
-- input { 2i64 1i64 } output { true true }
-- input { 5i64 9i64 } output { true true }
def number (s: i64) (i: i64): f64 = f64.u32 ((u32.i64 (i * 7919 + s * 104729) * 2654435761) >> 8) / 16777216

def system (s: i64) (m: i64): ([m]f64, [m]f64, [m]f64, [m]f64) =
  (tabulate m (number s), tabulate m (\i -> 4 + number (s + 1) i), tabulate m (number (s + 2)), tabulate m (number (s + 3)))

def thomas [m] (a: [m]f64) (b: [m]f64) (c: [m]f64) (y: [m]f64): [m]f64 =
  let (us, ys) = loop (us, ys) = (copy b, copy y) for i in 1..<m do
    let beta = a[i] / us[i - 1]
    in (us with [i] = b[i] - beta * c[i - 1], ys with [i] = y[i] - beta * ys[i - 1])
  in loop xs = copy ys with [m - 1] = ys[m - 1] / us[m - 1] for k < m - 1 do
       let i = m - 2 - k in xs with [i] = (ys[i] - c[i] * xs[i + 1]) / us[i]

def scanned [m] (a: [m]f64) (b: [m]f64) (c: [m]f64) (y: [m]f64): [m]f64 =
  let mats = tabulate m (\i -> if i == 0 then (1, 0, 0, 1) else (b[i], -a[i] * c[i - 1], 1, 0))
  let products = scan (\(a0, a1, a2, a3) (b0, b1, b2, b3) ->
    let v = 1 / (a0 * b0)
    in ((b0 * a0 + b1 * a2) * v, (b0 * a1 + b1 * a3) * v, (b2 * a0 + b3 * a2) * v, (b2 * a1 + b3 * a3) * v)) (1, 0, 0, 1) mats
  let us = map (\(p, q, r, s) -> (p * b[0] + q) / (r * b[0] + s)) products
  let after = \(a0, a1) (b0, b1) -> (b0 + b1 * a0, a1 * b1)
  let ys = scan after (0, 1) (tabulate m (\i -> if i == 0 then (0, 1) else (y[i], -a[i] / us[i - 1])))
           |> map (\(p, q) -> p + q * y[0])
  let last = ys[m - 1] / us[m - 1]
  in scan after (0, 1) (tabulate m (\k -> let i = m - k - 1 in if k == 0 then (0, 1) else (ys[i] / us[i], -c[i] / us[i])))
     |> map (\(p, q) -> p + q * last) |> reverse

def residual [m] (a: [m]f64) (b: [m]f64) (c: [m]f64) (y: [m]f64) (xs: [m]f64): f64 =
  tabulate m (\i -> (if i > 0 then a[i] * xs[i - 1] else 0) + b[i] * xs[i] + (if i < m - 1 then c[i] * xs[i + 1] else 0) - y[i])
  |> map f64.abs |> f64.maximum

entry solves (n: i64) (m: i64): (bool, bool) =
  let (as, bs, cs, ys) = unzip4 (tabulate n (\s -> system (s * 10) m))
  in (and (map5 (\a b c y x -> residual a b c y x < 1e-9) as bs cs ys (map4 thomas as bs cs ys)),
      and (map5 (\a b c y x -> residual a b c y x < 1e-9) as bs cs ys (map4 scanned as bs cs ys)))

def near (x: f64) (y: f64) = f64.abs (x - y) <= 1e-9 * (1 + f64.abs x)

-- | Both ways, reverse mode against forward mode.
entry gradients (n: i64) (m: i64): (bool, bool) =
  let (as, bs, cs, ys) = unzip4 (tabulate n (\s -> system (s * 10) m))
  let ds = tabulate_2d n m (\i j -> number (i + 5) j)
  let dot x = f64.sum (map2 (*) (flatten x) (flatten ds))
  let check solver =
    let total (a, b, y) = f64.sum (flatten (map4 solver a b cs y))
    let (ga, gb, gy) = vjp total (as, bs, ys) 1
    in near (jvp total (as, bs, ys) (ds, ds, ds)) (dot ga + dot gb + dot gy)
  in (check thomas, check scanned)
