-- a surface of cubic B-splines seen at points (u, v) of the unit square; squared distance to points in space, gradient by the controls and by u and v
def basis (f: f64) : [4]f64 =
  let g = 1 - f
  in [g * g * g / 6, (3 * f * f * f - 6 * f * f + 4) / 6, (3 * g * g * g - 6 * g * g + 4) / 6, f * f * f / 6]
def cell (n: i64) (u: f64) : (i64, f64) =
  let x = u * f64.i64 (n - 3)
  let i = i64.max 0 (i64.min (n - 4) (i64.f64 x))
  in (i, x - f64.i64 i)
-- slices of the controls
def slices [p][q][n] (c: [p][q][3]f64) (uv: [n][2]f64) (y: [n][3]f64) : f64 =
  let one w y =
    let (i, a) = cell p w[0]
    let (j, b) = cell q w[1]
    let s = c[i:i + 4, j:j + 4] :> [4][4][3]f64
    let along g r = map (\d -> f64.sum (map2 (\g x -> g * x[d]) g r)) (iota 3)
    let z = along (basis a) (map (along (basis b)) s)
    in f64.sum (map2 (\x y -> (x - y) ** 2) z y)
  in f64.sum (map2 one uv y)
-- sixteen gathers
def gathers [p][q][n] (c: [p][q][3]f64) (uv: [n][2]f64) (y: [n][3]f64) : f64 =
  let one w (y: [3]f64) =
    let (i, a) = cell p w[0]
    let (j, b) = cell q w[1]
    let (s, t) = (basis a, basis b)
    let parts = tabulate 16 (\k -> let g = s[k / 4] * t[k % 4] let r = c[i + k / 4, j + k % 4] in (g * r[0], g * r[1], g * r[2]))
    let (x0, x1, x2) = reduce (\(a, b, c) (d, e, f) -> (a + d, b + e, c + f)) (0, 0, 0) parts
    in (x0 - y[0]) ** 2 + (x1 - y[1]) ** 2 + (x2 - y[2]) ** 2
  in f64.sum (map2 one uv y)
-- loops
def loops [p][q][n] (c: [p][q][3]f64) (uv: [n][2]f64) (y: [n][3]f64) : f64 =
  loop l = 0 for k < n do
    let (i, a) = cell p uv[k, 0]
    let (j, b) = cell q uv[k, 1]
    let (s, t) = (basis a, basis b)
    in loop l for d < 3 do
      let z = loop z = 0 for e < 4 do
        loop z for f < 4 do z + s[e] * t[f] * c[i + e, j + f, d]
      in l + (z - y[k, d]) * (z - y[k, d])
entry primal_slice [p][q][n] (c: [p][q][3]f64) (uv: [n][2]f64) (y: [n][3]f64) = slices c uv y
entry grad_slice [p][q][n] (c: [p][q][3]f64) (uv: [n][2]f64) (y: [n][3]f64) = vjp (\(c, uv) -> slices c uv y) (c, uv) 1
entry primal_gather [p][q][n] (c: [p][q][3]f64) (uv: [n][2]f64) (y: [n][3]f64) = gathers c uv y
entry grad_gather [p][q][n] (c: [p][q][3]f64) (uv: [n][2]f64) (y: [n][3]f64) = vjp (\(c, uv) -> gathers c uv y) (c, uv) 1
entry primal_loop [p][q][n] (c: [p][q][3]f64) (uv: [n][2]f64) (y: [n][3]f64) = loops c uv y
entry grad_loop [p][q][n] (c: [p][q][3]f64) (uv: [n][2]f64) (y: [n][3]f64) = vjp (\(c, uv) -> loops c uv y) (c, uv) 1
