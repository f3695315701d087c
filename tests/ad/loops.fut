-- Sequential programs: a Kalman filter, Newton's method in a while loop, sorting in place, a heat equation,
-- dynamic time warping, sums, hidden states.
-- ==
-- entry: kalman
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 30i64 } output { true }
-- entry: newton
-- input { 2.0 } output { true true }
-- input { 1.0e6 } output { true true }
-- entry: bubble
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 2i64 } output { true }
-- input { 30i64 } output { true }
-- entry: heat
-- input { 3i64 0i64 } output { true true }
-- input { 7i64 10i64 } output { true true }
-- input { 1000i64 50i64 } output { true true }
-- entry: warp
-- input { 1i64 1i64 } output { true }
-- input { 2i64 7i64 } output { true }
-- input { 20i64 30i64 } output { true }
-- entry: sums
-- input { 0i64 0i64 } output { true true }
-- input { 1i64 1i64 } output { true true }
-- input { 2i64 5i64 } output { true true }
-- input { 9i64 17i64 } output { true true }
-- entry: states
-- input { 0i64 1i64 5i64 } output { true }
-- input { 1i64 2i64 3i64 } output { true }
-- input { 5i64 3i64 9i64 } output { true }
-- input { 17i64 4i64 2i64 } output { true }
-- input { 37i64 4i64 3i64 } output { true }
-- entry: batches
-- input { 1i64 1i64 2i64 } output { true }
-- input { 5i64 17i64 3i64 } output { true }
-- input { 8i64 32i64 2i64 } output { true }
-- input { 19i64 9i64 4i64 } output { true }
import "gaps"

-- | The log-likelihood of observations of a position that moves with a velocity, by noise levels and start.
entry kalman (n: i64): bool =
  let zs = noise n 17
  let f (p: [4]f64): [1]f64 =
    let (q, r) = (f64.exp p[0], f64.exp p[1])
    let (_, _, _, _, _, l) =
      loop (x, v, a, b, c, l) = (p[2], p[3], 1, 0.1, 1, 0) for z in zs do
        let (x, a, b, c) = (x + v, a + 2 * b + c + q, b + c, c + q)
        let s = a + r
        let e = z - x
        let (g, h) = (a / s, b / s)
        in (x + g * e, v + h * e, a - g * a, b - g * b, c - h * b, l - 0.5 * (f64.log s + e * e / s))
    in [l]
  in agree f [-1, -0.5, 0.2, 0.1]

def newton_root (a: f64): f64 =
  loop x = a while f64.abs (x * x - a) > 1e-13 * a do 0.5 * (x + a / x)

-- The square root by Newton's method, and its first and second derivatives.
entry newton (a: f64): (bool, bool) =
  let close x y = near 1e-9 (f64.abs (x - y) / f64.abs y)
  let second = jvp (\a -> vjp newton_root a 1) a 1
  in (close (vjp newton_root a 1) (0.5 / f64.sqrt a) && close (jvp newton_root a 1) (0.5 / f64.sqrt a), near 1e-5 (f64.abs (second / (-0.25 / (a * f64.sqrt a)) - 1)))

def bubble_sort [n] (xs: [n]f64): [n]f64 =
  loop xs = copy xs for i < n do
    loop xs for j < n - i - 1 do
      if xs[j] > xs[j + 1] then let (a, b) = (xs[j], xs[j + 1]) in (xs with [j] = b) with [j + 1] = a else xs

-- The derivative of sorting carries each seed to where its element went.
entry bubble (n: i64): bool =
  let xs = noise n 18
  let seeds = noise n 19
  let rank = map (\x -> i64.sum (map (\y -> i64.bool (y < x)) xs)) xs
  let forward = scatter (replicate n 0) rank seeds
  let backward = map (\r -> seeds[r]) rank
  in near 0 (apart (jvp bubble_sort xs seeds) forward) && near 0 (apart (vjp bubble_sort xs seeds) backward)

-- Explicit steps of the heat equation are linear and symmetric: both derivatives are the map itself.
entry heat (n: i64) (steps: i64): (bool, bool) =
  let f (u: [n]f64): [n]f64 =
    loop u for _i < steps do
      tabulate n (\i -> let l = if i == 0 then 0 else u[i - 1]
                        let r = if i == n - 1 then 0 else u[i + 1]
                        in u[i] + 0.2 * (l - 2 * u[i] + r))
  let u = noise n 20
  let s = noise n 21
  in (near 1e-14 (apart (jvp f u s) (f s)), near 1e-13 (apart (vjp f u s) (f s)))

-- | Dynamic time warping, row by row, each row in place.
def dtw [n] [m] (a: [n]f64) (b: [m]f64): f64 =
  let start = replicate (m + 1) f64.inf with [0] = 0
  let final =
    loop above = start for x in a do
      loop row = replicate (m + 1) f64.inf for j < m do
        row with [j + 1] = (x - b[j]) ** 2 + f64.min above[j] (f64.min above[j + 1] row[j])
  in final[m]

entry warp (n: i64) (m: i64): bool =
  agree (\(p: [n + m]f64) -> [dtw (p[0:n] :> [n]f64) (p[n:] :> [m]f64)]) (noise (n + m) 22)

-- | Sums under conditions, of two kinds at once, of what another loop computes, starting anywhere.
def sum_all [n] [m] (x: [n]f64) (a: [m]f64): [2]f64 =
  let (s, t) =
    loop (s, t) = (x[0] * x[0], 1) for i < m do
      let w = loop w = 1 for j < n do if j <= i then w * x[j] else w
      in (if a[i] > 0 then (s + a[i] * w) - x[i % n] else s - f64.sin a[i], a[i] * x[0] + t)
  in [s * t, t]

-- | The last of them is no sum, and neither is a loop that starts again.
def nearly [n] [m] (x: [n]f64) (a: [m]f64): [2]f64 =
  let (s, t) = loop (s, t) = (0, 1) for i < m do (if a[i] > 0.2 then a[i] else s + x[i % n], t + s * a[i])
  in [s, t]

entry sums (n: i64) (m: i64): (bool, bool) =
  let both f (p: [1 + n + m]f64): [2]f64 = f (p[0:1 + n] :> [1 + n]f64) (p[1 + n:] :> [m]f64)
  in (agree (both sum_all) (noise (1 + n + m) 23), agree (both nearly) (noise (1 + n + m) 24))

-- | Steps of hidden states: each takes a column of one matrix and a product with the transpose of the other. Without states, the columns
-- need not exist.
entry states (n: i64) (m: i64) (t: i64): bool =
  let f (p: [n + n * n + n * m]f64): [1]f64 =
    let a = unflatten (p[n:n + n * n] :> [n * n]f64)
    let e = unflatten (p[n + n * n:] :> [n * m]f64)
    let step (x, l) i =
      let o = if n == 0 then m + i else i * i % m
      let y = map2 (\r c -> (2 + r[o]) * (3 + dot x c)) e (transpose a)
      let z = 1 + f64.sum (map f64.abs y)
      in (map (/ z) y, l + f64.log z)
    in [(loop s = (p[0:n] :> [n]f64, 0) for i < t do step s i).1]
  in agree f (noise (n + n * n + n * m) 25)

-- | Steps of a batch of n states of d numbers, by products with a matrix, as it is and transposed.
entry batches (n: i64) (d: i64) (t: i64): bool =
  let f (p: [n * d + d * d]f64): [1]f64 =
    let h = unflatten (p[0:n * d] :> [n * d]f64)
    let w = unflatten (p[n * d:] :> [d * d]f64)
    let step h =
      let a = map (\r -> map (\c -> f64.tanh (dot r c / 3)) w) h
      in map2 (map2 (\x y -> x + y / 2)) a (map (\r -> map (dot r) (transpose w)) a)
    in [f64.sum (flatten (loop h = h for _i < t do step h))]
  in agree f (noise (n * d + d * d) 26)
