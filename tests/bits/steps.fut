-- Loops whose steps are sums, products and updates: as one task, and as launches.

def noise (n: i64) : [n]f64 = tabulate n (\i -> f64.sin (f64.i64 i * 12.9898) * 1.7 + f64.cos (f64.i64 (i * i % 10007)) / 3)

def descent [n] (steps: i64) (xs: [n]f64) : f64 =
  let loss (w: f64) = f64.sum (map (\x -> (w * x - f64.sin x) ** 2) xs) / f64.i64 n
  in loop w = 0.1 for k < steps do w - 0.05 * vjp loss w 1

-- ==
-- entry: descend
-- input { 40i64 50i64 } auto output
-- input { 40i64 5000i64 } auto output
-- input { 20i64 60000i64 } auto output
entry descend (steps: i64) (n: i64) = descent steps (noise n)

-- ==
-- entry: heat
-- input { 50i64 60i64 } auto output
-- input { 30i64 20000i64 } auto output
entry heat (steps: i64) (n: i64) =
  let energy (u: [n]f64) =
    let v = loop u = u for k < steps do
              tabulate n (\i -> u[i] + 0.1 * (u[i64.max 0 (i - 1)] - 2 * u[i] + u[i64.min (n - 1) (i + 1)]))
    in f64.sum (map (\x -> x * x) v)
  let g = vjp energy (noise n) 1
  in (energy (noise n), f64.sum g, g[n / 2])

-- ==
-- entry: conjugate
-- input { 30i64 } auto output
-- input { 300i64 } auto output
entry conjugate (n: i64) =
  let a = tabulate_2d n n (\i j -> if i == j then f64.i64 n else f64.cos (f64.i64 (i * j)) / 2 + f64.cos (f64.i64 (j * i)) / 2)
  let b = noise n
  let dot [n] (x: [n]f64) (y: [n]f64) = f64.sum (map2 (*) x y)
  let (x, _, _) = loop (x, r, p) = (replicate n 0, b, b) for k < 12 do
      let q = map (dot p) a
      let alpha = dot r r / dot p q
      let s = map2 (\r q -> r - alpha * q) r q
      let beta = dot s s / dot r r
      in (map2 (\x p -> x + alpha * p) x p, s, map2 (\s p -> s + beta * p) s p)
  in (x[0], f64.sum x)
