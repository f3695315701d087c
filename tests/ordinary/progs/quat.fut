-- attitudes from turning rates by quaternions, kept at length one, for some bodies; squared distance to measured directions, gradient by the rates
module type space = {
  type v
  val of : f64 -> f64 -> f64 -> v
  val dist : v -> v -> f64
}
module xyz = {
  type v = { x: f64, y: f64, z: f64 }
  def of x y z : v = { x, y, z }
  def dist (a: v) (b: v) : f64 = (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2
}
module attitude (s: space) = {
  type q = { w: f64, a: s.v }
  def down (w: f64) (x: f64) (y: f64) (z: f64) : s.v = s.of (2 * (x * z - w * y)) (2 * (y * z + w * x)) (w * w - x * x - y * y + z * z)
  def far (w: f64) (x: f64) (y: f64) (z: f64) (m: [3]f64) : f64 = s.dist (down w x y z) (s.of m[0] m[1] m[2])
}
module att = attitude xyz
def turn (w: f64, x: f64, y: f64, z: f64) (a: f64) (b: f64) (c: f64) : (f64, f64, f64, f64) =
  let h = 0.005
  let (p, q, r, s) = (w - h * (a * x + b * y + c * z), x + h * (a * w + c * y - b * z), y + h * (b * w - c * x + a * z), z + h * (c * w + b * x - a * y))
  let l = 1 / f64.sqrt (p * p + q * q + r * r + s * s)
  in (p * l, q * l, r * l, s * l)
def tuples [t] (g: [t][3]f64) (m: [t][3]f64) : f64 =
  (loop (q, l) = ((1, 0, 0, 0), 0) for i < t do
     let q = turn q g[i, 0] g[i, 1] g[i, 2]
     in (q, l + att.far q.0 q.1 q.2 q.3 m[i])).1
-- quaternions as arrays, their product by a table
def times (a: [4]f64) (b: [4]f64) : [4]f64 =
  [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
   a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]]
def arrays [t] (g: [t][3]f64) (m: [t][3]f64) : f64 =
  let step (q: [4]f64) (g: [3]f64) =
    let q = map2 (+) q (map (* 0.005) (times q [0, g[0], g[1], g[2]]))
    let l = f64.sqrt (f64.sum (map (\x -> x * x) q))
    in map (/ l) q
  let (_, l) = loop (q, l) = ([1, 0, 0, 0], 0) for i < t do
    let q = step q g[i]
    let conj = [q[0], -q[1], -q[2], -q[3]]
    let d = times (times conj [0, 0, 0, 1]) q
    in (q, l + f64.sum (map2 (\d m -> (d - m) ** 2) (d[1:4] :> [3]f64) m[i]))
  in l
-- the states of all times in a table
def table [t] (g: [t][3]f64) (m: [t][3]f64) : f64 =
  let qs = replicate (t + 1) [1, 0, 0, 0]
  let qs = loop qs for i < t do
    let (w, x, y, z) = turn (qs[i, 0], qs[i, 1], qs[i, 2], qs[i, 3]) g[i, 0] g[i, 1] g[i, 2]
    in qs with [i + 1] = [w, x, y, z]
  in f64.sum (map2 (\q m -> att.far q[0] q[1] q[2] q[3] m) (qs[1:] :> [t][4]f64) m)
entry primal_tuple [n][t] (g: [n][t][3]f64) (m: [n][t][3]f64) = f64.sum (map2 tuples g m)
entry grad_tuple [n][t] (g: [n][t][3]f64) (m: [n][t][3]f64) = vjp (\g -> f64.sum (map2 tuples g m)) g 1
entry primal_array [n][t] (g: [n][t][3]f64) (m: [n][t][3]f64) = f64.sum (map2 arrays g m)
entry grad_array [n][t] (g: [n][t][3]f64) (m: [n][t][3]f64) = vjp (\g -> f64.sum (map2 arrays g m)) g 1
entry primal_table [n][t] (g: [n][t][3]f64) (m: [n][t][3]f64) = f64.sum (map2 table g m)
entry grad_table [n][t] (g: [n][t][3]f64) (m: [n][t][3]f64) = vjp (\g -> f64.sum (map2 table g m)) g 1
