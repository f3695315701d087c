-- Products of matrices in sizes around those of tiles, and a layer of neurons.

def noise (n: i64) : [n]f64 = tabulate n (\i -> f64.sin (f64.i64 i * 12.9898) * 1.7 + f64.cos (f64.i64 (i * i % 10007)) / 3)
def matrix (n: i64) (m: i64) : [n][m]f64 = unflatten (noise (n * m))
def mul [n][m][p] (a: [n][m]f64) (b: [m][p]f64) = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a

-- ==
-- entry: products
-- input { 1i64 70i64 33i64 } auto output
-- input { 3i64 200i64 5i64 } auto output
-- input { 9i64 64i64 17i64 } auto output
-- input { 31i64 100i64 3i64 } auto output
-- input { 67i64 129i64 95i64 } auto output
-- input { 150i64 300i64 128i64 } auto output
entry products (n: i64) (m: i64) (p: i64) =
  let a = matrix n m
  let b = matrix m p
  let ab = mul a b
  let t = mul (transpose b) (transpose a)
  let s = mul (map (map f32.f64) a |> map (map f64.f32)) b
  in (f64.sum (flatten ab), ab[n - 1, p - 1], ab[0, 0], f64.sum (flatten t), f64.sum (map f64.sum s))

-- ==
-- entry: layer
-- input { 5i64 9i64 } auto output
-- input { 128i64 64i64 } auto output
entry layer (batch: i64) (width: i64) =
  let x = matrix batch width
  let loss (w: [width][width]f64) (v: [width]f64) =
    let h = map (map f64.tanh) (mul x w)
    let y = map (\r -> f64.sum (map2 (*) r v)) h
    in f64.sum (map (\y -> (y - 1) * (y - 1)) y) / f64.i64 batch
  let (dw, dv) = vjp (\(w, v) -> loss w v) (matrix width width, noise width) 1
  in (f64.sum (flatten dw), dw[0, 0], f64.sum dv)
