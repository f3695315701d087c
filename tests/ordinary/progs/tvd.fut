-- an image without noise by least total variation: t of Chambolle's steps on the dual field; squared distance to a clean one, gradient by the weight
-- and the image
def tau : f64 = 0.2
-- grids by index
def tabs [n][m] (t: i64) (lambda: f64) (f: [n][m]f64) : [n][m]f64 =
  let div (p: [n][m](f64, f64)) (i: i64) (j: i64) : f64 =
    p[i, j].0 - (if i > 0 then p[i - 1, j].0 else 0) + p[i, j].1 - (if j > 0 then p[i, j - 1].1 else 0)
  let step (p: [n][m](f64, f64)) : [n][m](f64, f64) =
    let d = tabulate_2d n m (\i j -> div p i j - f[i, j] / lambda)
    in tabulate_2d n m (\i j ->
      let gx = if i < n - 1 then d[i + 1, j] - d[i, j] else 0
      let gy = if j < m - 1 then d[i, j + 1] - d[i, j] else 0
      let s = 1 + tau * f64.sqrt (gx * gx + gy * gy + 1e-6)
      in ((p[i, j].0 + tau * gx) / s, (p[i, j].1 + tau * gy) / s))
  let p = iterate (i32.i64 t) step (replicate n (replicate m (0, 0)))
  in tabulate_2d n m (\i j -> f[i, j] - lambda * div p i j)
-- differences of whole images by slices, the other direction by transposes
def down [n][m] (x: [n][m]f64) : [n][m]f64 = map2 (map2 (-)) (x[1:] ++ [x[n - 1]] :> [n][m]f64) x
def up [n][m] (x: [n][m]f64) : [n][m]f64 = map2 (map2 (-)) x ([replicate m 0] ++ x[:n - 1] :> [n][m]f64)
def right [n][m] (x: [n][m]f64) : [n][m]f64 = transpose (down (transpose x))
def left [n][m] (x: [n][m]f64) : [n][m]f64 = transpose (up (transpose x))
def slices [n][m] (t: i64) (lambda: f64) (f: [n][m]f64) : [n][m]f64 =
  let add = map2 (map2 (+))
  let zero = replicate n (replicate m 0)
  let (p, q) = loop (p, q) = (zero, zero) for _k < t do
    let d = map2 (map2 (\d f -> d - f / lambda)) (add (up p) (left q)) f
    let (gx, gy) = (down d, right d)
    let s = map2 (map2 (\x y -> 1 + tau * f64.sqrt (x * x + y * y + 1e-6))) gx gy
    let move = map3 (map3 (\p g s -> (p + tau * g) / s))
    in (move p gx s, move q gy s)
  in map2 (map2 (\f d -> f - lambda * d)) f (add (up p) (left q))
-- in place
def loops [n][m] (t: i64) (lambda: f64) (f: [n][m]f64) : [n][m]f64 =
  let zero () : *[n][m]f64 = replicate n (replicate m 0)
  let diverge (p: [n][m]f64) (q: [n][m]f64) (d: *[n][m]f64) : *[n][m]f64 =
    loop d for i < n do
      loop d for j < m do
        let x = p[i, j] + q[i, j]
        let x = if i > 0 then x - p[i - 1, j] else x
        let x = if j > 0 then x - q[i, j - 1] else x
        in d with [i, j] = x
  let (p, q, d) = loop (p, q, d) = (zero (), zero (), zero ()) for _k < t do
    let d = diverge p q d
    let d = loop d for i < n do
      loop d for j < m do d with [i, j] = d[i, j] - f[i, j] / lambda
    let (p, q) = loop (p, q) for i < n do
      loop (p, q) for j < m do
        let gx = if i == n - 1 then 0 else d[i + 1, j] - d[i, j]
        let gy = if j == m - 1 then 0 else d[i, j + 1] - d[i, j]
        let s = 1 / (1 + tau * f64.sqrt (gx * gx + gy * gy + 1e-6))
        in (p with [i, j] = s * (p[i, j] + tau * gx), q with [i, j] = s * (q[i, j] + tau * gy))
    in (p, q, d)
  let d = diverge p q d
  in loop u = copy f for i < n do
    loop u for j < m do u with [i, j] = u[i, j] - lambda * d[i, j]
def loss [n][m] (u: [n][m]f64) (y: [n][m]f64) : f64 = f64.sum (map2 (\u y -> f64.sum (map2 (\a b -> (a - b) ** 2) u y)) u y)
entry primal_tab [n][m] (t: i64) (lambda: f64) (f: [n][m]f64) (y: [n][m]f64) = loss (tabs t lambda f) y
entry grad_tab [n][m] (t: i64) (lambda: f64) (f: [n][m]f64) (y: [n][m]f64) = vjp (\(l, f) -> loss (tabs t l f) y) (lambda, f) 1
entry primal_slice [n][m] (t: i64) (lambda: f64) (f: [n][m]f64) (y: [n][m]f64) = loss (slices t lambda f) y
entry grad_slice [n][m] (t: i64) (lambda: f64) (f: [n][m]f64) (y: [n][m]f64) = vjp (\(l, f) -> loss (slices t l f) y) (lambda, f) 1
entry primal_loop [n][m] (t: i64) (lambda: f64) (f: [n][m]f64) (y: [n][m]f64) = loss (loops t lambda f) y
entry grad_loop [n][m] (t: i64) (lambda: f64) (f: [n][m]f64) (y: [n][m]f64) = vjp (\(l, f) -> loss (loops t l f) y) (lambda, f) 1
