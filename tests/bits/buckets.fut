-- Histograms, and adjoints of gathers, with few places and with many.

def noise (n: i64) : [n]f64 = tabulate n (\i -> f64.sin (f64.i64 i * 12.9898) * 1.7 + f64.cos (f64.i64 (i * i % 10007)) / 3)
def places (n: i64) (k: i64) : [n]i64 = tabulate n (\i -> (i * 7919 + i * i % 31) % k)

-- ==
-- entry: buckets
-- input { 1000i64 3i64 } auto output
-- input { 200003i64 5i64 } auto output
-- input { 200003i64 1000i64 } auto output
-- input { 200003i64 150000i64 } auto output
entry buckets (n: i64) (k: i64) =
  let h = reduce_by_index (replicate k 0.5) (+) 0 (places n k) (noise n)
  let w = reduce_by_index (replicate k 1f32) (+) 0 (places n k) (map f32.f64 (noise n))
  in (h[0], h[k - 1], f64.sum h, f32.sum w)

-- ==
-- entry: gathers
-- input { 1000i64 3i64 } auto output
-- input { 200003i64 5i64 } auto output
-- input { 200003i64 20000i64 } auto output
entry gathers (n: i64) (k: i64) =
  let is = places n k
  let xs = noise n
  let f (w: [k]f64) = f64.sum (map2 (\i x -> f64.tanh (w[i] * x)) is xs)
  let g = vjp f (noise k) 1
  in (g[0], g[k - 1], f64.sum g)

-- A sparse product and its transpose.
-- ==
-- entry: sparse
-- input { 20000i64 } auto output
entry sparse (n: i64) =
  let cols = tabulate_2d n 12 (\i j -> (i + j * j * 37) % n)
  let vals = unflatten (noise (n * 12))
  let mul (x: [n]f64) = map2 (\c v -> f64.sum (map2 (\c v -> v * x[c]) c v)) cols vals
  let y = mul (noise n)
  let z = vjp mul (noise n) y
  in (f64.sum y, f64.sum z, z[0], z[n / 2])
