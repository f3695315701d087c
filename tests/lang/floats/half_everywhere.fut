-- f16: arithmetic rounds after each operation; reductions, scans, histograms, scatters and comparisons of halves.
def halves (n: i64): [n]f16 = map (\i -> f16.i64 i / 8) (iota n)
-- ==
-- entry: rounding
-- input { 2048f16 1f16 } output { 2048f16 2050f16 1e-1f16 true 15360u16 f16.inf }
entry rounding (x: f16) (y: f16) = (x + y, x + (y + y), y / 10, f16.isnan (0 * f16.inf), f16.to_bits y, x * x)
-- ==
-- entry: soacs
-- input { 9i64 } output { 4.5f16 [0f16, 0.125f16, 0.375f16, 0.75f16, 1.25f16, 1.875f16, 2.625f16, 3.5f16, 4.5f16] 1f16 0f16 }
entry soacs (n: i64) = let xs = halves n in (f16.sum xs, scan (+) 0 xs, f16.maximum xs, f16.minimum xs)
-- ==
-- entry: large
-- input { 100000i64 } output { 2000f16 1024f16 49984f16 }
entry large (n: i64) =
  let xs = map (\i -> f16.i64 (i % 50) / 64) (iota n)
  in (f16.i64 (length (filter (== 0) xs)), f16.sum (map (const 1) (take 1024 xs)), f16.maximum (map f16.i64 (map (i64.min 49984) (iota n))))
-- ==
-- entry: scattered
-- input { [1f16, 2f16, 3f16] } output { [4f16, 2f16] [2f16, 3f16, 0f16, 1f16] }
entry scattered (xs: []f16) =
  (reduce_by_index (replicate 2 0) (+) 0 (map (% 2) (indices xs)) xs, scatter (replicate 4 0) [3, 0, 1] (xs :> [3]f16))
-- ==
-- entry: slope
-- input { [1f16, 2f16, 3f16] } output { [2f16, 4f16, 6f16] }
entry slope (xs: []f16) = vjp (\ys -> f16.sum (map2 (*) ys ys)) xs 1
-- ==
-- entry: convert
-- input { [0.1, 65520.0, -1.0e-8, 2.5] } output { [0.1f16, f16.inf, -0f16, 2.5f16] [0.099975586f32, f32.inf, -0f32, 2.5f32] [0, 0, 0, 2] }
entry convert (xs: []f64) = let hs = map f16.f64 xs in (hs, map f32.f16 hs, map i32.f16 hs)
