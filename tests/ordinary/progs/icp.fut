-- iterative closest points in the plane: t rounds of nearest neighbours and of the best turn and shift onto them, then the mean squared distance to the
-- nearest; gradient by both clouds
-- points as tuples, the nearest by a reduce
def tuples [n][m] (t: i64) (p: [n][2]f64) (q: [m][2]f64) : f64 =
  let ps = map (\a -> (a[0], a[1])) p
  let qs = map (\a -> (a[0], a[1])) q
  let dist (a, b) (c, d) : f64 = (a - c) ** 2 + (b - d) ** 2
  let nearest a = (reduce (\(d, i) (e, j) -> if e < d || (e == d && j < i) then (e, j) else (d, i)) (f64.inf, m) (zip (map (dist a) qs) (iota m))).1
  let mean [k] (xs: [k](f64, f64)) =
    let (a, b) = reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) xs
    in (a / f64.i64 k, b / f64.i64 k)
  let off (a, b) (c, d) : (f64, f64) = (a - c, b - d)
  let ps = loop ps for _i < t do
    let near = map (\a -> qs[nearest a]) ps
    let (mp, mq) = (mean ps, mean near)
    let us = map (\a -> off a mp) ps
    let ws = map (\a -> off a mq) near
    let a = f64.sum (map2 (\u w -> u.0 * w.0 + u.1 * w.1) us ws)
    let b = f64.sum (map2 (\u w -> u.0 * w.1 - u.1 * w.0) us ws)
    let h = f64.sqrt (a * a + b * b)
    let (c, s) = (a / h, b / h)
    in map (\u -> (c * u.0 - s * u.1 + mq.0, s * u.0 + c * u.1 + mq.1)) us
  in f64.sum (map (\a -> dist a qs[nearest a]) ps) / f64.i64 n
-- points as rows, sums of rows, the turn a matrix
def arrays [n][m] (t: i64) (p: [n][2]f64) (q: [m][2]f64) : f64 =
  let argmin [k] (xs: [k]f64) : i64 = reduce (\i j -> if xs[j] < xs[i] then j else i) 0 (iota k)
  let sq (a: [2]f64) (b: [2]f64) = f64.sum (map2 (\x y -> (x - y) * (x - y)) a b)
  let mean [k] (xs: [k][2]f64) : [2]f64 = map (/ f64.i64 k) (reduce (map2 (+)) [0, 0] xs)
  let matches (p: [n][2]f64) : [n][2]f64 = map (\a -> q[argmin (map (sq a) q)]) p
  let fit (p: [n][2]f64) : [n][2]f64 =
    let near = matches p
    let (mp, mq) = (mean p, mean near)
    let u = map (\a -> map2 (-) a mp) p
    let w = map (\a -> map2 (-) a mq) near
    let cov = map (\a -> map (\b -> f64.sum (map2 (*) a b)) (transpose w)) (transpose u)
    let a = cov[0, 0] + cov[1, 1]
    let b = cov[0, 1] - cov[1, 0]
    let turn = map (map (/ f64.sqrt (a ** 2 + b ** 2))) [[a, -b], [b, a]]
    in map (\x -> map2 (\r s -> f64.sum (map2 (*) r x) + s) turn mq) u
  let p = iterate (i32.i64 t) fit p
  in f64.sum (map2 sq p (matches p)) / f64.i64 n
-- loops, the cloud moved in place
def loops [n][m] (t: i64) (p: [n][2]f64) (q: [m][2]f64) : f64 =
  let nearest (x: f64) (y: f64) : (f64, i64) =
    loop (best, at) = (f64.inf, 0) for j < m do
      let (u, v) = (x - q[j, 0], y - q[j, 1])
      let d = u * u + v * v
      in if d < best then (d, j) else (best, at)
  let p = loop p = copy p for _i < t do
    let at = tabulate n (\i -> (nearest p[i, 0] p[i, 1]).1)
    let (px, py, qx, qy) = loop (px, py, qx, qy) = (0, 0, 0, 0) for i < n do (px + p[i, 0], py + p[i, 1], qx + q[at[i], 0], qy + q[at[i], 1])
    let k = 1 / f64.i64 n
    let (px, py, qx, qy) = (px * k, py * k, qx * k, qy * k)
    let (a, b) = loop (a, b) = (0, 0) for i < n do
      let (u, v) = (p[i, 0] - px, p[i, 1] - py)
      let (w, z) = (q[at[i], 0] - qx, q[at[i], 1] - qy)
      in (a + u * w + v * z, b + u * z - v * w)
    let h = f64.sqrt (a * a + b * b)
    let (c, s) = (a / h, b / h)
    in loop p for i < n do
      let (u, v) = (p[i, 0] - px, p[i, 1] - py)
      in p with [i] = [c * u - s * v + qx, s * u + c * v + qy]
  in (loop l = 0 for i < n do l + (nearest p[i, 0] p[i, 1]).0) / f64.i64 n
entry primal_tuple [n][m] (t: i64) (p: [n][2]f64) (q: [m][2]f64) = tuples t p q
entry grad_tuple [n][m] (t: i64) (p: [n][2]f64) (q: [m][2]f64) = vjp (\(p, q) -> tuples t p q) (p, q) 1
entry primal_array [n][m] (t: i64) (p: [n][2]f64) (q: [m][2]f64) = arrays t p q
entry grad_array [n][m] (t: i64) (p: [n][2]f64) (q: [m][2]f64) = vjp (\(p, q) -> arrays t p q) (p, q) 1
entry primal_loop [n][m] (t: i64) (p: [n][2]f64) (q: [m][2]f64) = loops t p q
entry grad_loop [n][m] (t: i64) (p: [n][2]f64) (q: [m][2]f64) = vjp (\(p, q) -> loops t p q) (p, q) 1
