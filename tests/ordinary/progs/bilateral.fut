-- a bilateral filter: each pixel the mean of its window, weighted by distance and likeness; gradient by the image
def window (r: i64) (d: i64) : f64 = f64.exp (-f64.i64 (d * d) / f64.i64 (2 * r * r))
def maps [n][m] (x: [n][m]f64) : [n][m]f64 =
  let r = 2i64
  in tabulate_2d n m (\i j ->
       let pairs = flatten (tabulate_2d 5 5 (\a b ->
         let (p, q) = (i + a - r, j + b - r)
         in if p < 0 || p >= n || q < 0 || q >= m then (0, 0)
            else let w = window r (a - r) * window r (b - r) * f64.exp (-20 * (x[p, q] - x[i, j]) ** 2) in (w, w * x[p, q])))
       let (w, s) = reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) pairs
       in s / w)
def loops [n][m] (x: [n][m]f64) : [n][m]f64 =
  let r = 2
  in loop y = replicate n (replicate m 0) for i < n do
    loop y for j < m do
      let (w, s) = (0, 0)
      let (w, s) = loop (w, s) for p in i64.max 0 (i - r)...i64.min (n - 1) (i + r) do
        loop (w, s) for q in i64.max 0 (j - r)...i64.min (m - 1) (j + r) do
          let d = x[p, q] - x[i, j]
          let v = f64.exp (-f64.i64 ((p - i) * (p - i) + (q - j) * (q - j)) / 8 - 20 * d * d)
          in (w + v, s + v * x[p, q])
      in y with [i, j] = s / w
-- slices of the padded image, two sums
def slices [n][m] (x: [n][m]f64) : [n][m]f64 =
  let g = map (\d -> window 2 (d - 2)) (iota 5)
  let inside = tabulate_2d (n + 4) (m + 4) (\i j -> if i < 2 || j < 2 || i >= n + 2 || j >= m + 2 then 0 else 1)
  let p = tabulate_2d (n + 4) (m + 4) (\i j -> if i < 2 || j < 2 || i >= n + 2 || j >= m + 2 then 0 else x[i - 2, j - 2])
  in tabulate_2d n m (\i j ->
       let v = p[i:i + 5, j:j + 5] :> [5][5]f64
       let k = inside[i:i + 5, j:j + 5] :> [5][5]f64
       let w = map3 (\a v k -> map3 (\b v k -> k * a * b * f64.exp (-20 * (v - x[i, j]) ** 2)) g v k) g v k
       in f64.sum (map2 (\w v -> f64.sum (map2 (*) w v)) w v) / f64.sum (map f64.sum w))
entry primal_map [n][m] (x: [n][m]f64) (_y: [n][m]f64) = maps x
entry grad_map [n][m] (x: [n][m]f64) (y: [n][m]f64) = vjp maps x y
entry primal_loop [n][m] (x: [n][m]f64) (_y: [n][m]f64) = loops x
entry grad_loop [n][m] (x: [n][m]f64) (y: [n][m]f64) = vjp loops x y
entry primal_slice [n][m] (x: [n][m]f64) (_y: [n][m]f64) = slices x
entry grad_slice [n][m] (x: [n][m]f64) (y: [n][m]f64) = vjp slices x y
