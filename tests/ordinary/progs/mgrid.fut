-- v V-cycles of multigrid on three grids for a plate held at its border, -div grad u + c u = f; gradient by the reaction c and the source f
-- grids by index, what is below a grid is a function
def at [n][m] (u: [n][m]f64) (i: i64) (j: i64) : f64 = if i < 0 || j < 0 || i >= n || j >= m then 0 else u[i, j]
def apply [n][m] (hh: f64) (c: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  tabulate_2d n m (\i j -> (4 * u[i, j] - at u (i - 1) j - at u (i + 1) j - at u i (j - 1) - at u i (j + 1)) / hh + c[i, j] * u[i, j])
def smooth [n][m] (hh: f64) (c: [n][m]f64) (f: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  map4 (map4 (\u a f c -> u + 0.8 * (f - a) / (4 / hh + c))) u (apply hh c u) f c
def restrict [n][m] (x: [n][m]f64) : [n / 2][m / 2]f64 =
  tabulate_2d (n / 2) (m / 2) (\i j -> 0.25 * (x[2 * i, 2 * j] + x[2 * i + 1, 2 * j] + x[2 * i, 2 * j + 1] + x[2 * i + 1, 2 * j + 1]))
def zero [n][m] (_x: [n][m]f64) : [n][m]f64 = replicate n (replicate m 0)
def cycle [n][m] (hh: f64) (below: [n / 2][m / 2]f64 -> [n / 2][m / 2]f64 -> [n / 2][m / 2]f64) (c: [n][m]f64) (f: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  let u = smooth hh c f (smooth hh c f u)
  let r = map2 (map2 (-)) f (apply hh c u)
  let e = below (restrict c) (restrict r)
  let u = tabulate_2d n m (\i j -> u[i, j] + e[i / 2, j / 2])
  in smooth hh c f (smooth hh c f u)
def coarse [n][m] (c: [n][m]f64) (f: [n][m]f64) : [n][m]f64 = iterate 12 (smooth 16 c f) (zero f)
def middle [n][m] (c: [n][m]f64) (f: [n][m]f64) : [n][m]f64 = cycle 4 coarse c f (zero f)
def tabs [n][m] (v: i64) (c: [n][m]f64) (f: [n][m]f64) : [n][m]f64 =
  loop u = zero f for _i < v do cycle 1 middle c f u
-- grids shifted as a whole, slices with strides
def apply_shifts [n][m] (hh: f64) (c: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  let border = replicate m 0
  let above = [border] ++ u[:n - 1] :> [n][m]f64
  let below = u[1:] ++ [border] :> [n][m]f64
  let left = map (\r -> [0] ++ r[:m - 1] :> [m]f64) u
  let right = map (\r -> r[1:] ++ [0] :> [m]f64) u
  let around = map4 (map4 (\a b c d -> a + b + c + d)) above below left right
  in map3 (map3 (\c u s -> (4 * u - s) / hh + c * u)) c u around
def smooth_shifts [n][m] (hh: f64) (c: [n][m]f64) (f: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  let r = map2 (map2 (-)) f (apply_shifts hh c u)
  in map3 (map3 (\u r c -> u + 0.8 * r / (4 / hh + c))) u r c
def half [n][m] (x: [n][m]f64) : [n / 2][m]f64 = map2 (map2 (\a b -> (a + b) / 2)) (x[::2] :> [n / 2][m]f64) (x[1::2] :> [n / 2][m]f64)
def both [n][m] (x: [n][m]f64) : [n / 2][m / 2]f64 = transpose (half (transpose (half x)))
def twice [n][m] (x: [n][m]f64) : [n * 2][m]f64 = flatten (map (\r -> [r, r]) x)
def fine [n][m] (a: i64) (b: i64) (x: [n][m]f64) : [a][b]f64 = transpose (twice (transpose (twice x))) :> [a][b]f64
def shifts [n][m] (v: i64) (c: [n][m]f64) (f: [n][m]f64) : [n][m]f64 =
  let down [n][m] (c: [n][m]f64) (f: [n][m]f64) (u: [n][m]f64) (hh: f64) =
    let u = iterate 2 (smooth_shifts hh c f) u
    in (u, both (map2 (map2 (-)) f (apply_shifts hh c u)))
  let up [n][m] (c: [n][m]f64) (f: [n][m]f64) (u: [n][m]f64) (hh: f64) (e: [][]f64) =
    iterate 2 (smooth_shifts hh c f) (map2 (map2 (+)) u (fine n m e))
  let c1 = both c
  let c2 = both c1
  in loop u = zero f for _i < v do
    let (u, f1) = down c f u 1
    let (u1, f2) = down c1 f1 (zero f1) 4
    let u2 = iterate 12 (smooth_shifts 16 c2 f2) (zero f2)
    in up c f u 1 (up c1 f1 u1 4 u2)
-- all grids in one flat array, in loops
def relax [s] (n: i64) (m: i64) (o: i64) (hh: f64) (sweeps: i64) (c: [s]f64) (f: [s]f64) (u: *[s]f64) : *[s]f64 =
  loop u for _k < sweeps do
    let old = copy u[o:o + n * m]
    in loop u for i < n do
      loop u for j < m do
        let k = i * m + j
        let a = 4 * old[k]
        let a = if i > 0 then a - old[k - m] else a
        let a = if i < n - 1 then a - old[k + m] else a
        let a = if j > 0 then a - old[k - 1] else a
        let a = if j < m - 1 then a - old[k + 1] else a
        in u with [o + k] = old[k] + 0.8 * (f[o + k] - a / hh - c[o + k] * old[k]) / (4 / hh + c[o + k])
def pyramid [n][m] (v: i64) (c: [n][m]f64) (f: [n][m]f64) : [n][m]f64 =
  let top = 2
  let start l = loop s = 0 for k < l do s + (n >> k) * (m >> k)
  let square l = f64.i64 (1 << (2 * l))
  let size = start (top + 1)
  let cs = replicate size 0
  let fs = replicate size 0
  let (cs, fs) = loop (cs, fs) for i < n do
    loop (cs, fs) for j < m do (cs with [i * m + j] = c[i, j], fs with [i * m + j] = f[i, j])
  let cs = loop cs for l < top do
    let (a, b, w) = (start l, start (l + 1), m >> l)
    in loop cs for i < n >> (l + 1) do
      loop cs for j < w / 2 do
        let k = a + 2 * i * w + 2 * j
        in cs with [b + i * (w / 2) + j] = (cs[k] + cs[k + 1] + cs[k + w] + cs[k + w + 1]) / 4
  let (u, _) = loop (u, fs) = (replicate size 0, fs) for _k < v do
    let (u, fs) = loop (u, fs) for l < top do
      let (a, b, h, w) = (start l, start (l + 1), n >> l, m >> l)
      let u = relax h w a (square l) 2 cs fs u
      in loop (u, fs) for i < h / 2 do
        loop (u, fs) for j < w / 2 do
          let r = loop r = 0 for q < 4 do
            let (y, x) = (2 * i + q / 2, 2 * j + q % 2)
            let k = a + y * w + x
            let s = 4 * u[k]
            let s = if y > 0 then s - u[k - w] else s
            let s = if y < h - 1 then s - u[k + w] else s
            let s = if x > 0 then s - u[k - 1] else s
            let s = if x < w - 1 then s - u[k + 1] else s
            in r + fs[k] - s / square l - cs[k] * u[k]
          let k = b + i * (w / 2) + j
          in (u with [k] = 0, fs with [k] = r / 4)
    let u = relax (n >> top) (m >> top) (start top) (square top) 12 cs fs u
    let u = loop u for k < top do
      let l = top - 1 - k
      let (a, b, h, w) = (start l, start (l + 1), n >> l, m >> l)
      let u = loop u for i < h do
        loop u for j < w do u with [a + i * w + j] = u[a + i * w + j] + u[b + i / 2 * (w / 2) + j / 2]
      in relax h w a (square l) 2 cs fs u
    in (u, fs)
  in unflatten (u[:n * m] :> [n * m]f64)
entry primal_tab [n][m] (v: i64) (c: [n][m]f64) (f: [n][m]f64) (_y: [n][m]f64) = tabs v c f
entry grad_tab [n][m] (v: i64) (c: [n][m]f64) (f: [n][m]f64) (y: [n][m]f64) = vjp (\(c, f) -> tabs v c f) (c, f) y
entry primal_shift [n][m] (v: i64) (c: [n][m]f64) (f: [n][m]f64) (_y: [n][m]f64) = shifts v c f
entry grad_shift [n][m] (v: i64) (c: [n][m]f64) (f: [n][m]f64) (y: [n][m]f64) = vjp (\(c, f) -> shifts v c f) (c, f) y
entry primal_pyramid [n][m] (v: i64) (c: [n][m]f64) (f: [n][m]f64) (_y: [n][m]f64) = pyramid v c f
entry grad_pyramid [n][m] (v: i64) (c: [n][m]f64) (f: [n][m]f64) (y: [n][m]f64) = vjp (\(c, f) -> pyramid v c f) (c, f) y
