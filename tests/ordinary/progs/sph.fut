-- smoothed particles of a fluid in the plane, put into cells as wide as the kernel: densities from neighbours, pressures from densities, then what pressure and
-- viscosity give the velocities in a step; squared distance to wanted velocities, gradient by places, velocities and masses
type vec = { x: f64, y: f64 }
def kernel (q: f64) : f64 = if q < 1 then (1 - q) ** 3 else 0
def slope (r: f64) : f64 = let q = 1 - r * r in if q > 0 then q * q else 0
-- lists of members of each cell, particles as records; two passes over nine cells
def cells [n] (g: i64) (dt: f64) (x: [n][2]f64) (v: [n][2]f64) (m: [n]f64) : [n][2]f64 =
  let clip i = i64.max 0 (i64.min (g - 1) i)
  let at = map (\p -> (clip (i64.f64 p[1]) * g + clip (i64.f64 p[0]))) x
  let counts = hist (+) 0 (g * g) at (replicate n 1)
  let ends = scan (+) 0 counts
  let starts = map2 (-) ends counts
  let (members, _) = loop (members, next) = (replicate n 0, copy starts) for i < n do
    let c = at[i]
    in (members with [next[c]] = i, next with [c] = next[c] + 1)
  let around 'a (i: i64) (zero: a) (f: a -> i64 -> a) : a =
    let (r, c) = (at[i] / g, at[i] % g)
    in loop s = zero for a in i64.max 0 (r - 1)..<i64.min g (r + 2) do
         loop s for b in i64.max 0 (c - 1)..<i64.min g (c + 2) do
           loop s for k in starts[a * g + b]..<ends[a * g + b] do f s members[k]
  let ps = map (\p : vec -> { x = p[0], y = p[1] }) x
  let dist (p: vec) (q: vec) = f64.sqrt ((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) + 1e-6)
  let rho = tabulate n (\i -> around i 0 (\s j -> s + m[j] * kernel (dist ps[i] ps[j])))
  let press = map (\d -> 2 * (d - 1) / (d * d)) rho
  let force i : vec =
    around i { x = 0, y = 0 } (\s j ->
      let r = dist ps[i] ps[j]
      let w = m[j] * slope r
      let k = w * (press[i] + press[j]) / r
      let l = 0.5 * w / rho[j]
      in { x = s.x + k * (ps[i].x - ps[j].x) + l * (v[j, 0] - v[i, 0]), y = s.y + k * (ps[i].y - ps[j].y) + l * (v[j, 1] - v[i, 1]) })
  in tabulate n (\i -> let f = force i in [v[i, 0] + dt * f.x, v[i, 1] + dt * f.y])
-- pairs from a filter of neighbours, added up by histograms; points are rows
def pairs [n] (g: i64) (dt: f64) (x: [n][2]f64) (v: [n][2]f64) (m: [n]f64) : [n][2]f64 =
  let cap = 40
  let cell (p: [2]f64) = let clip i = i64.max 0 (i64.min (g - 1) i) in (clip (i64.f64 p[1]), clip (i64.f64 p[0]))
  let slots = replicate (g * g) (replicate cap (-1))
  let (slots, _) = loop (slots, used) = (slots, replicate (g * g) 0) for i < n do
    let (r, c) = cell x[i]
    let k = used[r * g + c]
    in (slots with [r * g + c, k] = i, used with [r * g + c] = k + 1)
  let near i =
    let (r, c) = cell x[i]
    in tabulate_2d 9 cap (\o s ->
         let (a, b) = (r + o / 3 - 1, c + o % 3 - 1)
         in if a < 0 || b < 0 || a >= g || b >= g then (i, -1) else (i, slots[a * g + b, s])) |> flatten
  let close (i, j) = j >= 0 && (x[i, 0] - x[j, 0]) ** 2 + (x[i, 1] - x[j, 1]) ** 2 < 1
  let (is, js) = unzip (filter close (flatten (tabulate n near)))
  let ds = map2 (\i j -> map2 (-) x[i] x[j]) is js
  let rs = map (\d -> f64.sqrt (f64.sum (map (\x -> x * x) d) + 1e-6)) ds
  let rho = reduce_by_index (replicate n 0) (+) 0 is (map2 (\j r -> m[j] * kernel r) js rs)
  let press = map (\d -> 2 * (d - 1) / (d * d)) rho
  let force i j d r =
    let w = m[j] * slope r
    in map3 (\d a b -> w * ((press[i] + press[j]) / r * d + 0.5 / rho[j] * (a - b))) d v[j] v[i]
  let fs = map4 force is js ds rs
  let total = reduce_by_index (replicate n [0, 0]) (map2 (+)) [0, 0] is fs
  in map2 (map2 (\v f -> v + dt * f)) v total
def loss [n] (x: [n][2]f64) (want: [n][2]f64) : f64 = f64.sum (map2 (\a b -> f64.sum (map2 (\a b -> (a - b) ** 2) a b)) x want)
entry primal_cell [n] (g: i64) (dt: f64) (y: [n][2]f64) (x: [n][2]f64) (v: [n][2]f64) (m: [n]f64) = loss (cells g dt x v m) y
entry grad_cell [n] (g: i64) (dt: f64) (y: [n][2]f64) (x: [n][2]f64) (v: [n][2]f64) (m: [n]f64) = vjp (\(x, v, m) -> loss (cells g dt x v m) y) (x, v, m) 1
entry primal_pair [n] (g: i64) (dt: f64) (y: [n][2]f64) (x: [n][2]f64) (v: [n][2]f64) (m: [n]f64) = loss (pairs g dt x v m) y
entry grad_pair [n] (g: i64) (dt: f64) (y: [n][2]f64) (x: [n][2]f64) (v: [n][2]f64) (m: [n]f64) = vjp (\(x, v, m) -> loss (pairs g dt x v m) y) (x, v, m) 1
