-- Scans at the sizes at which threads take part.

def noise (n: i64) : [n]f64 = tabulate n (\i -> f64.sin (f64.i64 i * 12.9898) * 1.7 + f64.cos (f64.i64 (i * i % 10007)) / 3)

-- ==
-- entry: scans
-- input { 17i64 } auto output
-- input { 5000i64 } auto output
-- input { 100003i64 } auto output
-- input { 1000000i64 } auto output
entry scans (n: i64) =
  let xs = noise n
  let sums = scan (+) 0 xs
  let logs = scan (+) 0 (map (\x -> f64.log (x * x + 1)) xs)
  let (a, b) = unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (0.9 + 0.05 * f64.cos x, x)) xs))
  let most = scan f64.max f64.lowest xs
  in (sums[n / 2], sums[n - 1], logs[n / 3], logs[n - 1], a[n / 2], b[n / 2], b[n - 1], most[n - 1], f64.sum sums, f64.sum b)

-- ==
-- entry: gradient
-- input { 5000i64 } auto output
-- input { 100003i64 } auto output
entry gradient (n: i64) =
  let xs = noise n
  let g = vjp (\xs -> f64.sum (map (\s -> s * s) (scan (+) 0 xs))) xs 1
  let h = vjp (\xs -> let ys = scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (0.9 + 0.05 * f64.cos x, x)) xs) in ys[n - 1].1) xs 1
  in (g[0], g[n / 2], f64.sum g, h[n - 2], f64.sum h)
