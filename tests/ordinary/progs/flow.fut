-- an image seen through a displacement of each pixel, bicubic between pixels (Keys), its border repeated; squared distance to another and a penalty on the
-- displacements' differences, gradient by the image and the displacements
def keys (t: f64) : f64 =
  let a = f64.abs t
  in if a <= 1 then (1.5 * a - 2.5) * a * a + 1 else if a < 2 then ((-0.5 * a + 2.5) * a - 4) * a + 2 else 0
def clamp (lo: i64) (hi: i64) (i: i64) : i64 = i64.max lo (i64.min hi i)
-- sixteen neighbours by tabulate_2d, weights by the distance
def tabs [n][m] (c: f64) (im: [n][m]f64) (u: [n][m][2]f64) (want: [n][m]f64) : f64 =
  let pixel i j =
    let (y, x) = (f64.i64 i + u[i, j, 0], f64.i64 j + u[i, j, 1])
    let (y0, x0) = (i64.f64 (f64.floor y), i64.f64 (f64.floor x))
    let part a b =
      let (p, q) = (y0 + a - 1, x0 + b - 1)
      in keys (y - f64.i64 p) * keys (x - f64.i64 q) * im[clamp 0 (n - 1) p, clamp 0 (m - 1) q]
    in f64.sum (flatten (tabulate_2d 4 4 part))
  let data = f64.sum (flatten (tabulate_2d n m (\i j -> (pixel i j - want[i, j]) ** 2)))
  let square a b = (a - b) ** 2
  let down = map2 (map2 (map2 square)) (tail u) (init u)
  let right = map (\r -> map2 (map2 square) (tail r) (init r)) u
  in data + c * (f64.sum (flatten (flatten down)) + f64.sum (flatten (flatten right)))
-- loops over pixels, weights in two small arrays
def weights (f: f64) : [4]f64 =
  let g = 1 - f
  in [-0.5 * f * g * g, 1 + f * f * (1.5 * f - 2.5), 1 + g * g * (1.5 * g - 2.5), -0.5 * g * f * f]
def loops [n][m] (c: f64) (im: [n][m]f64) (u: [n][m][2]f64) (want: [n][m]f64) : f64 =
  loop l = 0 for i < n do
    loop l for j < m do
      let y = f64.i64 i + u[i, j, 0]
      let x = f64.i64 j + u[i, j, 1]
      let (p, q) = (f64.floor y, f64.floor x)
      let wy = weights (y - p)
      let wx = weights (x - q)
      let s = loop s = 0 for a < 4 do
        let r = clamp 0 (n - 1) (i64.f64 p + a - 1)
        let t = loop t = 0 for b < 4 do t + wx[b] * im[r, clamp 0 (m - 1) (i64.f64 q + b - 1)]
        in s + wy[a] * t
      let l = l + (s - want[i, j]) ** 2
      let l = if i == 0 then l else loop l for k < 2 do l + c * (u[i, j, k] - u[i - 1, j, k]) ** 2
      in if j == 0 then l else loop l for k < 2 do l + c * (u[i, j, k] - u[i, j - 1, k]) ** 2
-- the image padded by repeated borders, displacements as pairs, windows as slices
def windows [n][m] (c: f64) (im: [n][m]f64) (u: [n][m][2]f64) (want: [n][m]f64) : f64 =
  let pad = 4i64
  let wide = tabulate_2d (n + 2 * pad) (m + 2 * pad) (\i j -> im[clamp 0 (n - 1) (i - pad), clamp 0 (m - 1) (j - pad)])
  let pixel i j (dy, dx) =
    let (p, q) = (f64.floor dy, f64.floor dx)
    let w = weights (dx - q)
    let y = i + i64.f64 p + pad - 1
    let x = j + i64.f64 q + pad - 1
    let rows = map (\r -> f64.sum (map2 (*) w (r[x:x + 4] :> [4]f64))) (wide[y:y + 4] :> [4][]f64)
    in f64.sum (map2 (*) (weights (dy - p)) rows)
  let pairs = map (map (\d -> (d[0], d[1]))) u
  let seen = map2 (\i r -> map2 (pixel i) (iota m) r) (iota n) pairs
  let apart (a, b) (c, d) = (a - c) ** 2 + (b - d) ** 2
  let smooth [k][l] (x: [k][l](f64, f64)) = f64.sum (map (\i -> if i == 0 then 0 else f64.sum (map2 apart x[i] x[i - 1])) (iota k))
  in f64.sum (map2 (\a b -> f64.sum (map2 (\x y -> (x - y) * (x - y)) a b)) seen want) + c * (smooth pairs + smooth (transpose pairs))
entry primal_tab [n][m] (c: f64) (y: [n][m]f64) (x: [n][m]f64) (u: [n][m][2]f64) = tabs c x u y
entry grad_tab [n][m] (c: f64) (y: [n][m]f64) (x: [n][m]f64) (u: [n][m][2]f64) = vjp (\(x, u) -> tabs c x u y) (x, u) 1
entry primal_loop [n][m] (c: f64) (y: [n][m]f64) (x: [n][m]f64) (u: [n][m][2]f64) = loops c x u y
entry grad_loop [n][m] (c: f64) (y: [n][m]f64) (x: [n][m]f64) (u: [n][m][2]f64) = vjp (\(x, u) -> loops c x u y) (x, u) 1
entry primal_window [n][m] (c: f64) (y: [n][m]f64) (x: [n][m]f64) (u: [n][m][2]f64) = windows c x u y
entry grad_window [n][m] (c: f64) (y: [n][m]f64) (x: [n][m]f64) (u: [n][m][2]f64) = vjp (\(x, u) -> windows c x u y) (x, u) 1
