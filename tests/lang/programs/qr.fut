-- QR by Householder reflections, used for least squares and for eigenvalues.
-- ==
-- entry: fit
-- input { [0.0, 1.0, 2.0, 3.0] [1.0, 3.0, 5.0, 7.0] } output { [1.0, 2.0] }
-- entry: factors
-- input { [[12.0, -51.0, 4.0], [6.0, 167.0, -68.0], [-4.0, 24.0, -41.0]] } output { [[14.0, 21.0, -14.0], [0.0, 175.0, -70.0], [0.0, 0.0, 35.0]] true true }
-- entry: eigenvalues
-- input { [[2.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 2.0]] } output { [3.414213562373095, 2.0, 0.585786437626905] }
def dot xs ys = f64.sum (map2 (*) xs ys)
def matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64): [n][p]f64 = map (\r -> map (dot r) (transpose b)) a
def eye n = tabulate_2d n n (\i j -> f64.bool (i == j))

-- The reflection that makes the part of column k below the diagonal zero, applied to two matrices.
def reflect [n] [m] [p] (k: i64) (a: [n][m]f64, q: [n][p]f64): ([n][m]f64, [n][p]f64) =
  let x = map2 (\i r -> if i < k then 0 else r[k]) (iota n) a
  let norm = f64.sqrt (dot x x)
  let alpha = if x[k] > 0 then -norm else norm
  let v = map2 (\i xi -> if i == k then xi - alpha else xi) (iota n) x
  let vv = dot v v
  let apply [c] (b: [n][c]f64) =
    let w = map (\col -> 2 * dot v col / vv) (transpose b)
    in map2 (\vi row -> map2 (\wj e -> e - vi * wj) w row) v b
  in if vv == 0 then (a, q) else (apply a, apply q)

def qr [n] [m] (a: [n][m]f64): ([n][n]f64, [n][m]f64) =
  let (r, qt) = loop s = (a, eye n) for k < i64.min m (n - 1) do reflect k s
  in (transpose qt, r)

-- Rows with a positive diagonal, so that the factors are unique.
def normal [n] [m] (q: [n][n]f64, r: [n][m]f64) =
  let signs = map2 (\i row -> if i < m && row[i] < 0 then -1 else 1) (iota n) r
  in (map (map2 (*) signs) q, map2 (\s -> map (* s)) signs r)

entry factors [n] (a: [n][n]f64) =
  let (q, r) = normal (qr a)
  let near x y = f64.abs (x - y) < 1e-9
  let clean = map (map (\x -> if f64.abs x < 1e-9 then 0 else x)) r
  in (clean, matmul q r |> map2 (map2 near) a |> flatten |> and, matmul (transpose q) q |> map2 (map2 near) (eye n) |> flatten |> and)

entry fit [n] (xs: [n]f64) (ys: [n]f64) =
  let (q, r) = qr (map (\x -> [1, x]) xs)
  let b = matmul (transpose q) (map (\y -> [y]) ys)
  let slope = b[1, 0] / r[1, 1]
  in [(b[0, 0] - r[0, 1] * slope) / r[0, 0], slope]

entry eigenvalues [n] (a: [n][n]f64) =
  let a = iterate 60 (\a -> let (q, r) = normal (qr a) in matmul r q) a
  in map (\i -> a[i, i]) (iota n)
