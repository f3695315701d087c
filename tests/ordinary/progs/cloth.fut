-- cloth of springs in a list of edges, some points held, t steps of Euler with damping; squared distance to a wanted shape, gradient by the first
-- positions and velocities and the stiffness of each spring
type vec = { x: f64, y: f64, z: f64 }
def add (a: vec) (b: vec) : vec = { x = a.x + b.x, y = a.y + b.y, z = a.z + b.z }
def sub (a: vec) (b: vec) : vec = { x = a.x - b.x, y = a.y - b.y, z = a.z - b.z }
def scale (s: f64) (a: vec) : vec = { x = s * a.x, y = s * a.y, z = s * a.z }
def dot (a: vec) (b: vec) : f64 = a.x * b.x + a.y * b.y + a.z * b.z
def origin : vec = { x = 0, y = 0, z = 0 }
-- points are records, forces are added by reduce_by_index
def records [n][m] (t: i64) (dt: f64) (free: [n]f64) (from: [m]i64) (to: [m]i64) (rest: [m]f64) (k: [m]f64) (x: [n][3]f64) (v: [n][3]f64) : [n][3]f64 =
  let vecs (a: [n][3]f64) : [n]vec = map (\p -> { x = p[0], y = p[1], z = p[2] }) a
  let gravity : vec = { x = 0, y = 0, z = -1 }
  let pull (x: [n]vec) a b l k =
    let d = sub x[b] x[a]
    let r = f64.sqrt (dot d d)
    in scale (k * (1 - l / r)) d
  let step (x: [n]vec, v: [n]vec) =
    let f = map4 (pull x) from to rest k
    let at_ends = reduce_by_index (replicate n gravity) add origin (from ++ to) (f ++ map (scale (-1)) f)
    let v = map3 (\w v f -> scale (0.99 * w) (add v (scale dt f))) free v at_ends
    in (map2 (\x v -> add x (scale dt v)) x v, v)
  let (x, _) = iterate (i32.i64 t) step (vecs x, vecs v)
  in map (\p -> [p.x, p.y, p.z]) x
-- points are rows, a loop over the springs adds forces in place
def loops [n][m] (t: i64) (dt: f64) (free: [n]f64) (from: [m]i64) (to: [m]i64) (rest: [m]f64) (k: [m]f64) (x: [n][3]f64) (v: [n][3]f64) : [n][3]f64 =
  let (x, _) = loop (x, v) = (copy x, copy v) for _s < t do
    let f = replicate n (replicate 3 0)
    let f = loop f for i < n do f with [i, 2] = -1
    let f = loop f for e < m do
      let (a, b) = (from[e], to[e])
      let d = [x[b, 0] - x[a, 0], x[b, 1] - x[a, 1], x[b, 2] - x[a, 2]]
      let r = f64.sqrt (d[0] ** 2 + d[1] ** 2 + d[2] ** 2)
      let s = k[e] * (r - rest[e]) / r
      in loop f for c < 3 do
        let f = f with [a, c] = f[a, c] + s * d[c]
        in f with [b, c] = f[b, c] - s * d[c]
    in loop (x, v) for i < n do
      loop (x, v) for c < 3 do
        let u = free[i] * 0.99 * (v[i, c] + dt * f[i, c])
        in (x with [i, c] = x[i, c] + dt * u, v with [i, c] = u)
  in x
-- a column for each coordinate, one histogram for each
def columns [n][m] (t: i64) (dt: f64) (free: [n]f64) (from: [m]i64) (to: [m]i64) (rest: [m]f64) (k: [m]f64) (x: [n][3]f64) (v: [n][3]f64) : [n][3]f64 =
  let step (x: [3][n]f64, v: [3][n]f64) =
    let ds = map (\c -> map2 (\a b -> c[b] - c[a]) from to) x
    let r = map f64.sqrt (reduce (map2 (+)) (replicate m 0) (map (map (\d -> d * d)) ds))
    let s = map3 (\k l r -> k - k * l / r) k rest r
    let force g d =
      let f = map2 (*) s d
      let h = hist (+) 0 n from f
      in map2 (\a b -> a - b + g) h (hist (+) 0 n to f)
    let v = map3 (\g d v -> map3 (\w v f -> w * 0.99 * (v + dt * f)) free v (force g d)) [0, 0, -1] ds v
    in (map2 (map2 (\x v -> x + dt * v)) x v, v)
  in transpose (loop s = (transpose x, transpose v) for _i < t do step s).0
def loss [n] (x: [n][3]f64) (want: [n][3]f64) : f64 = f64.sum (map2 (\a b -> f64.sum (map2 (\a b -> (a - b) ** 2) a b)) x want)
entry primal_record [n][m] (t: i64) (dt: f64) (w: [n]f64) (a: [m]i64) (b: [m]i64) (l: [m]f64) (y: [n][3]f64) (k: [m]f64) (x: [n][3]f64) (v: [n][3]f64) =
  loss (records t dt w a b l k x v) y
entry grad_record [n][m] (t: i64) (dt: f64) (w: [n]f64) (a: [m]i64) (b: [m]i64) (l: [m]f64) (y: [n][3]f64) (k: [m]f64) (x: [n][3]f64) (v: [n][3]f64) =
  vjp (\(k, x, v) -> loss (records t dt w a b l k x v) y) (k, x, v) 1
entry primal_loop [n][m] (t: i64) (dt: f64) (w: [n]f64) (a: [m]i64) (b: [m]i64) (l: [m]f64) (y: [n][3]f64) (k: [m]f64) (x: [n][3]f64) (v: [n][3]f64) =
  loss (loops t dt w a b l k x v) y
entry grad_loop [n][m] (t: i64) (dt: f64) (w: [n]f64) (a: [m]i64) (b: [m]i64) (l: [m]f64) (y: [n][3]f64) (k: [m]f64) (x: [n][3]f64) (v: [n][3]f64) =
  vjp (\(k, x, v) -> loss (loops t dt w a b l k x v) y) (k, x, v) 1
entry primal_column [n][m] (t: i64) (dt: f64) (w: [n]f64) (a: [m]i64) (b: [m]i64) (l: [m]f64) (y: [n][3]f64) (k: [m]f64) (x: [n][3]f64) (v: [n][3]f64) =
  loss (columns t dt w a b l k x v) y
entry grad_column [n][m] (t: i64) (dt: f64) (w: [n]f64) (a: [m]i64) (b: [m]i64) (l: [m]f64) (y: [n][3]f64) (k: [m]f64) (x: [n][3]f64) (v: [n][3]f64) =
  vjp (\(k, x, v) -> loss (columns t dt w a b l k x v) y) (k, x, v) 1
