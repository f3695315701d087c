-- registration: an image seen through an affine map, interpolated between four pixels; squared distance to another, gradient by the map and the image
def at [n][m] (x: [n][m]f64) (r: f64) (c: f64) : f64 =
  let (i, j) = (i64.f64 (f64.floor r), i64.f64 (f64.floor c))
  let (a, b) = (r - f64.i64 i, c - f64.i64 j)
  let get i j = if i >= 0 && i < n && j >= 0 && j < m then x[i, j] else 0
  in (1 - a) * ((1 - b) * get i j + b * get i (j + 1)) + a * ((1 - b) * get (i + 1) j + b * get (i + 1) (j + 1))
def maps [n][m] (p: [6]f64) (x: [n][m]f64) (y: [n][m]f64) : f64 =
  f64.sum (flatten (tabulate_2d n m (\i j ->
    let (r, c) = (f64.i64 i, f64.i64 j)
    in (at x (p[0] * r + p[1] * c + p[2]) (p[3] * r + p[4] * c + p[5]) - y[i, j]) ** 2)))
def loops [n][m] (p: [6]f64) (x: [n][m]f64) (y: [n][m]f64) : f64 =
  loop s = 0 for i < n do
    loop s for j < m do
      let r = p[0] * f64.i64 i + p[1] * f64.i64 j + p[2]
      let c = p[3] * f64.i64 i + p[4] * f64.i64 j + p[5]
      let (k, l) = (i64.f64 (f64.floor r), i64.f64 (f64.floor c))
      let (a, b) = (r - f64.i64 k, c - f64.i64 l)
      let v = loop v = 0 for q < 4 do
        let (k, l) = (k + q / 2, l + q % 2)
        in if k < 0 || k >= n || l < 0 || l >= m then v
           else v + (if q / 2 == 0 then 1 - a else a) * (if q % 2 == 0 then 1 - b else b) * x[k, l]
      in s + (v - y[i, j]) * (v - y[i, j])
-- points as a list, the image flat, with a border of zeros; indices clamped
def flat [n][m] (p: [6]f64) (x: [n][m]f64) (y: [n][m]f64) : f64 =
  let w = m + 2
  let z = flatten (tabulate_2d (n + 2) w (\i j -> if i == 0 || j == 0 || i == n + 1 || j == m + 1 then 0 else x[i - 1, j - 1]))
  let points = map (\k -> (f64.i64 (k / m), f64.i64 (k % m))) (iota (n * m))
  let one (r, c) y =
    let u = f64.max 0 (f64.min (f64.i64 n + 0.999999999) (p[0] * r + p[1] * c + p[2] + 1))
    let v = f64.max 0 (f64.min (f64.i64 m + 0.999999999) (p[3] * r + p[4] * c + p[5] + 1))
    let (i, j) = (i64.f64 (f64.floor u), i64.f64 (f64.floor v))
    let (a, b) = (u - f64.i64 i, v - f64.i64 j)
    let k = i * w + j
    in ((1 - a) * ((1 - b) * z[k] + b * z[k + 1]) + a * ((1 - b) * z[k + w] + b * z[k + w + 1]) - y) ** 2
  in f64.sum (map2 one points (flatten y))
entry primal_map [n][m] (p: [6]f64) (x: [n][m]f64) (y: [n][m]f64) = maps p x y
entry grad_map [n][m] (p: [6]f64) (x: [n][m]f64) (y: [n][m]f64) = vjp (\(p, x) -> maps p x y) (p, x) 1
entry primal_loop [n][m] (p: [6]f64) (x: [n][m]f64) (y: [n][m]f64) = loops p x y
entry grad_loop [n][m] (p: [6]f64) (x: [n][m]f64) (y: [n][m]f64) = vjp (\(p, x) -> loops p x y) (p, x) 1
entry primal_flat [n][m] (p: [6]f64) (x: [n][m]f64) (y: [n][m]f64) = flat p x y
entry grad_flat [n][m] (p: [6]f64) (x: [n][m]f64) (y: [n][m]f64) = vjp (\(p, x) -> flat p x y) (p, x) 1
