-- Histograms and reductions of every rule: both modes agree, at sizes that run in parallel too.
-- ==
-- entry: general
-- input { 0i64 3i64 } output { true }
-- input { 1i64 1i64 } output { true }
-- input { 50i64 7i64 } output { true }
-- input { 50000i64 1000i64 } output { true }
-- entry: rows
-- input { 0i64 3i64 } output { true true true }
-- input { 50i64 7i64 } output { true true true }
-- input { 10000i64 300i64 } output { true true true }
-- entry: plane
-- input { 60i64 5i64 } output { true true }
-- input { 20000i64 40i64 } output { true true }
-- entry: loops
-- input { 0i64 3i64 } output { true true }
-- input { 50i64 7i64 } output { true true }
-- input { 20000i64 300i64 } output { true true }
-- entry: split
-- input { 4i64 } output { true [10f64, 4f64, 20f64] }
-- input { 30000i64 } output { true [449985000f64, 29999f64, 899970000f64] }
-- entry: products
-- input { } output { [1e100f64, 1e100f64, 0f64] [1e-100f64, 1e-100f64, f64.inf] [0f64, 0f64, 15f64] }
-- entry: hessian
-- input { } output { [[0f64, 3f64, 2f64], [3f64, 0f64, 0f64], [2f64, 0f64, 0f64]] true }

-- | A number between -1 and 1 for each i.
def noise (i: i64): f64 = f64.sin (f64.i64 (i * 7919 % 1013))

def dot [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)

def near (x: f64) (y: f64): bool = f64.abs (x - y) <= 1e-9 * (1 + f64.abs x + f64.abs y)

-- | Both modes give the same inner product in some direction.
def agree [n][m] (f: [n]f64 -> [m]f64) (xs: [n]f64): bool =
  let dir = tabulate n (\i -> noise (i + 5))
  let bar = tabulate m (\i -> noise (3 * i + 1))
  in near (dot bar (jvp f xs dir)) (dot (vjp f xs bar) dir)

-- Places, some of them outside.
def places (n: i64) (w: i64): [n]i64 = tabulate n (\i -> i * i % (w + 2) - 1)

-- Values near c.
def values (n: i64) (c: f64): [n]f64 = tabulate n (\i -> c + 0.02 * noise i)

-- x + y + xy/4, whose neutral element is 0; the free variable c is differentiated too.
def odd (c: f64) (x: f64) (y: f64): f64 = x + y + c * x * y

entry general (n: i64) (w: i64): bool =
  let f [k] (xs: [k]f64) =
    let (d, vs) = split (xs[1:] :> [w + n]f64)
    in reduce_by_index (copy d) (odd (0.25 * xs[0])) 0 (places n w) (map (* 0.02) vs)
  in agree f (values (1 + (w + n)) 0.5)

entry rows (n: i64) (w: i64): (bool, bool, bool) =
  let f (op: f64 -> f64 -> f64) (ne: f64) (xs: [w * 2 + n * 2]f64) =
    let (d, vs) = split xs
    in flatten (reduce_by_index (copy (unflatten d)) (map2 op) [ne, ne] (places n w) (unflatten vs))
  let xs = values (w * 2 + n * 2) 1
  in (agree (f (*) 1) xs, agree (f f64.max (-f64.inf)) xs, agree (f (odd 0.001) 0) xs)

entry plane (n: i64) (w: i64): (bool, bool) =
  let f (op: f64 -> f64 -> f64) (ne: f64) (xs: [w * w + n]f64) =
    let (d, vs) = split xs
    in flatten (reduce_by_index_2d (copy (unflatten d)) op ne (zip (places n w) (rotate 1 (places n w))) vs)
  let xs = values (w * w + n) 1
  in (agree (f (*) 1) xs, agree (f (odd 0.001) 0) xs)

-- Loops that add at such places: numbers at two of them, some under a condition and in a loop inside; rows.
entry loops (n: i64) (w: i64): (bool, bool) =
  let is = map (i64.max 0 >-> i64.min (w - 2)) (places n w)
  let f (xs: [w + n]f64) =
    let (d, vs) = split xs
    in loop h = copy d for i < n do
         let h = if vs[i] > 1 then h with [is[i]] = h[is[i]] + vs[i] * d[0] else h
         in loop h for j < i % 3 do h with [is[i] + 1] = h[is[i] + 1] - vs[i] * vs[i] * f64.i64 j
  let g (xs: [w * 2 + n * 2]f64) =
    let (d, vs) = split xs
    let vs = unflatten vs
    in flatten (loop h = copy (unflatten d) for i < n do h with [is[i]] = map2 (+) h[is[i]] (map (* vs[i, 0]) vs[i]))
  in (agree f (values (w + n) 1), agree g (values (w * 2 + n * 2) 1))

-- Three reductions in one.
entry split (n: i64): (bool, [3]f64) =
  let f (xs: [n]f64) =
    let (a, b, c) = reduce (\(a, b, c) (p, q, r) -> (a + p, f64.max b q, r + c)) (0, -f64.inf, 0) (zip3 xs xs (map (* 2) xs))
    in [a, b, c]
  let xs = tabulate n f64.i64
  in (agree f xs, f (if n == 4 then tabulate n (\i -> f64.i64 [1, 2, 3, 4][i]) else xs))

-- Products that leave the range of numbers on the way, and a zero beside such.
entry products: ([3]f64, [3]f64, [3]f64) =
  let grad (xs: [3]f64) = vjp f64.product xs 1
  in (grad [1e-200, 1e-200, 1e300], grad [1e200, 1e200, 1e-300], grad [3, 5, 0])

-- Second derivatives of a product at zero; of a histogram likewise, against forward mode.
entry hessian: ([3][3]f64, bool) =
  let unit (i: i64): [3]f64 = tabulate 3 (\j -> f64.bool (i == j))
  let hess (f: [3]f64 -> f64) (xs: [3]f64) = tabulate 3 (\i -> jvp (\ys -> vjp f ys 1) xs (unit i))
  let bucket (xs: [3]f64) = f64.sum (reduce_by_index (copy xs) (*) 1 [0, 0, 1] (map (* 2) xs))
  let forward (f: [3]f64 -> f64) (xs: [3]f64) = tabulate 3 (\i -> tabulate 3 (\j -> jvp (\ys -> jvp f ys (unit j)) xs (unit i)))
  let same a b = and (map2 near (flatten a) (flatten b))
  in (hess f64.product [0, 2, 3], same (hess bucket [0, 2, 3]) (forward bucket [0, 2, 3]) && same (hess bucket [0, 0, 3]) (forward bucket [0, 0, 3]))
