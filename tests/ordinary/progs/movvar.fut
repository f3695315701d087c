-- sum of the logarithms of the variances in a window that moves along a series; gradient by the series
-- differences of prefix sums
def prefix [n] (w: i64) (x: [n]f64) : f64 =
  let s = scan (+) 0 x
  let q = scan (+) 0 (map (\x -> x * x) x)
  let before a i = if i == 0 then 0 else a[i - 1]
  let var i =
    let m = (s[i + w - 1] - before s i) / f64.i64 w
    in (q[i + w - 1] - before q i) / f64.i64 w - m * m
  in f64.sum (tabulate (n - w + 1) (\i -> f64.log (var i + 1e-3)))
-- prefix sums of pairs from 0 on, and slices of them
def slices [n] (w: i64) (x: [n]f64) : f64 =
  let pairs = scan (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (map (\x -> (x, x * x)) x)
  let (s, q) = unzip ([(0, 0)] ++ pairs)
  let c = 1 / f64.i64 w
  let k = n - w + 1
  let sums = map2 (-) (s[w:] :> [k]f64) (s[:k] :> [k]f64)
  let squares = map2 (-) (q[w:] :> [k]f64) (q[:k] :> [k]f64)
  in f64.sum (map2 (\a b -> f64.log (c * b - c * a * c * a + 1e-3)) sums squares)
-- sums that run along
def loops [n] (w: i64) (x: [n]f64) : f64 =
  let c = f64.i64 w
  let (s, q) = loop (s, q) = (0, 0) for i < w do (s + x[i], q + x[i] * x[i])
  let value s q = f64.log (q / c - (s / c) * (s / c) + 1e-3)
  let (_, _, l) = loop (s, q, l) = (s, q, value s q) for i in w..<n do
    let (a, b) = (x[i], x[i - w])
    let s = s + a - b
    let q = q + a * a - b * b
    in (s, q, l + value s q)
  in l
entry primal_prefix [n] (w: i64) (x: [n]f64) = prefix w x
entry grad_prefix [n] (w: i64) (x: [n]f64) = vjp (\x -> prefix w x) x 1
entry primal_slice [n] (w: i64) (x: [n]f64) = slices w x
entry grad_slice [n] (w: i64) (x: [n]f64) = vjp (\x -> slices w x) x 1
entry primal_loop [n] (w: i64) (x: [n]f64) = loops w x
entry grad_loop [n] (w: i64) (x: [n]f64) = vjp (\x -> loops w x) x 1
