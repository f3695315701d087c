-- squared Wasserstein distance of two samples of 2^k numbers: both are sorted and compared; gradient by both
def distance [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (\x y -> (x - y) * (x - y)) a b) / f64.i64 n
-- Batcher's bitonic network
def bitonic [n] (x: [n]f64) : [n]f64 =
  let k = loop k = 0 while (1 << k) < n do k + 1
  in loop x: [n]f64 = x for i < k do
    loop x for j < i + 1 do
      let d = 1 << (i - j)
      in tabulate n (\q ->
           let p = q ^ d
           let up = (q >> (i + 1)) & 1 == 0
           in if (q < p) == up then f64.min x[q] x[p] else f64.max x[q] x[p])
-- runs are merged: where an element goes is found by bisection in the other run
def bisect [n] (x: [n]f64) : [n]f64 =
  let (x, _) = loop (x, w) = (x, 1) while w < n do
    let place i =
      let run = i / w
      let other = run ^ 1
      let (at, _) = loop (lo, hi) = (other * w, other * w + w) while lo < hi do
        let mid = (lo + hi) / 2
        in if x[mid] < x[i] || (x[mid] == x[i] && other < run) then (mid + 1, hi) else (lo, mid)
      in run / 2 * 2 * w + (i - run * w) + (at - other * w)
    in (scatter (replicate n 0) (map place (iota n)) x, 2 * w)
  in x
-- runs are merged one element after another
def merges [n] (x: [n]f64) : [n]f64 =
  let (x, _) = loop (x, w) = (x, 1) while w < n do
    let y = loop y = replicate n 0 for r < n / (2 * w) do
      let (start, mid, end) = (2 * r * w, 2 * r * w + w, 2 * r * w + 2 * w)
      let (y, _, _) = loop (y, i, j) = (y, start, mid) for k in start..<end do
        if i < mid && (j >= end || x[i] <= x[j]) then (y with [k] = x[i], i + 1, j) else (y with [k] = x[j], i, j + 1)
      in y
    in (y, 2 * w)
  in x
entry primal_bitonic [n] (a: [n]f64) (b: [n]f64) = distance (bitonic a) (bitonic b)
entry grad_bitonic [n] (a: [n]f64) (b: [n]f64) = vjp (\(a, b) -> distance (bitonic a) (bitonic b)) (a, b) 1
entry primal_bisect [n] (a: [n]f64) (b: [n]f64) = distance (bisect a) (bisect b)
entry grad_bisect [n] (a: [n]f64) (b: [n]f64) = vjp (\(a, b) -> distance (bisect a) (bisect b)) (a, b) 1
entry primal_merge [n] (a: [n]f64) (b: [n]f64) = distance (merges a) (merges b)
entry grad_merge [n] (a: [n]f64) (b: [n]f64) = vjp (\(a, b) -> distance (merges a) (merges b)) (a, b) 1
