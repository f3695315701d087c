-- Passes of transforms go by i / h and i % h: Fourier's in two orders, Walsh and Hadamard's, lifting; lengths that blocks divide, and others.
-- ==
-- entry: main
-- input { 4i64 16i64 } output { true true true true }
-- input { 3i64 24i64 } output { true true true true }
-- input { 2i64 6i64 } output { true true true true }
-- input { 11i64 4096i64 } output { true true true true }
import "gaps"

-- Decimation in time, squares of what comes out; the length is that of all blocks for some passes.
def spectrum [n] (m: i64) (re: [n]f64) (im: [n]f64): [n]f64 =
  let (re, im) = loop (re, im) for s < m do
    let h = 1 << s
    let f i = let k = i % h
              let j = i / (2 * h) * (2 * h) + k
              let a = -f64.pi * f64.i64 k / f64.i64 h
              let (l, r) = (j, j + h)
              let (vr, vi) = (re[r] * f64.cos a - im[r] * f64.sin a, re[r] * f64.sin a + im[r] * f64.cos a)
              in if i / h % 2 == 0 then (re[l] + vr, im[l] + vi) else (re[l] - vr, im[l] - vi)
    in if n % (2 * h) != 0 then (re, im) else unzip (map f (iota n))
  in map2 (\a b -> a * a + b * b) re im

-- Partners at i + h and i - h, where the length allows it.
def walsh [n] (m: i64) (xs: [n]f64): [n]f64 =
  let xs = loop xs for s < m do
    let h = 1 << s
    in if n % (2 * h) != 0 then xs else map (\i -> if i / h % 2 == 0 then xs[i] + xs[i + h] else (xs[i - h] - xs[i]) * xs[i]) (iota n)
  in map f64.sin xs

-- Stockham's order: halves are read, neighbours written.
def spread [n] (m: i64) (xs: [n]f64): [n]f64 =
  loop xs for s < m do
    let (half, k) = (n / 2, 1 << s)
    in if n % (2 * k) != 0 then xs else
       tabulate n (\j -> let (lo, w) = (j / (2 * k) * k + j % k, f64.i64 (j % k) / 8)
                         in if j / k % 2 == 0 then xs[lo] + xs[lo + half] else f64.cos w * (xs[lo] - xs[lo + half]) * xs[lo])

-- A block is a size and a part its half; what a part adds is a weight of its own.
def lift [n] (len: i64) (ws: [n]f64) (xs: [n]f64): [n]f64 =
  if n % len != 0 then map2 (*) ws xs else
  let half = len / 2
  in map2 (\i w -> if i % len < half then xs[i] + w * xs[i + half] ** 2 else xs[i - half] * w) (iota n) ws

entry main (m: i64) (n: i64) =
  let x = map (\i -> f64.sin (f64.i64 i + 0.5) / 2) (iota n)
  in ( agree (\x -> spectrum m x (map (/ 3) x)) x, agree (walsh (i64.min m 3)) x, agree (spread (i64.min m 3)) x
     , agree (\x -> lift (1 << m) (map f64.cos x) x) x )
