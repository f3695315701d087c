-- Sums at the sizes at which threads, lanes and copies take part: backends must give the same bits (TestSameBits).

def noise (n: i64) : [n]f64 = tabulate n (\i -> f64.sin (f64.i64 i * 12.9898) * 1.7 + f64.cos (f64.i64 (i * i % 10007)) / 3)

-- ==
-- entry: simple
-- input { 17i64 } auto output
-- input { 1000i64 } auto output
-- input { 100003i64 } auto output
-- input { 1500000i64 } auto output
entry simple (n: i64) =
  let xs = noise n
  let ys = map f32.f64 xs
  in (f64.sum xs, f32.sum ys, f64.sum (map2 (*) xs (reverse xs)), f64.product (map (\x -> 1 + x / f64.i64 n) xs), f64.maximum xs)

-- Several sums of one pass, and one whose operator is no primitive.
-- ==
-- entry: several
-- input { 999i64 } auto output
-- input { 200001i64 } auto output
entry several (n: i64) =
  let xs = noise n
  let mean = f64.sum xs / f64.i64 n
  let moments = map (\x -> let d = x - mean in (d, d * d, d * d * d, d ** 4)) xs
  let (a, b, c, d) = reduce (\(a, b, c, d) (e, f, g, h) -> (a + e, b + f, c + g, d + h)) (0, 0, 0, 0) moments
  let (p, q) = reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (0.9 + 0.1 * f64.cos x, x)) xs)
  let (best, at) = reduce (\(x, i) (y, j) -> if x >= y then (x, i) else (y, j)) (f64.lowest, 0) (zip xs (indices xs))
  in (mean, a, b, c, d, p, q, best, at)

-- Sums of rows, of columns, and of both.
-- ==
-- entry: rows
-- input { 7i64 50001i64 } auto output
-- input { 300i64 400i64 } auto output
-- input { 50001i64 7i64 } auto output
entry rows (n: i64) (m: i64) =
  let a = unflatten (noise (n * m))
  in (f64.sum (map f64.sum a), f64.sum (map f64.sum (transpose a)), map (\r -> f64.sum (map f64.exp r)) a |> f64.sum,
      map (\r -> f64.sum (map2 (*) r a[0])) a |> f64.maximum)

-- Gradients of these.
-- ==
-- entry: gradient
-- input { 999i64 } auto output
-- input { 100003i64 } auto output
entry gradient (n: i64) =
  let xs = noise n
  let f (w: [3]f64) = f64.sum (map (\x -> let r = w[0] * x * x + w[1] * f64.sin x + w[2] - x in r * r + f64.log (1 + r * r)) xs)
  let g = vjp f [0.3, 0.2, 0.1] 1
  let h = map (\d -> jvp (\w -> vjp f w 1) [0.3, 0.2, 0.1] d) [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  in (g, h)
