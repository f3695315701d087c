-- a robot's way in the plane: turns and steps by its wheels, put one after the other, and places it saw from two points of its way; what closing the
-- loops costs, gradient by what the wheels said and by the weights
type pose = { c: f64, s: f64, x: f64, y: f64 }
def compose (a: pose) (b: pose) : pose =
  { c = a.c * b.c - a.s * b.s, s = a.s * b.c + a.c * b.s, x = a.x + a.c * b.x - a.s * b.y, y = a.y + a.s * b.x + a.c * b.y }
def invert (a: pose) : pose = { c = a.c, s = -a.s, x = -a.c * a.x - a.s * a.y, y = a.s * a.x - a.c * a.y }
def motion (u: [3]f64) : pose = { c = f64.cos u[2], s = f64.sin u[2], x = u[0], y = u[1] }
-- a scan of motions, records
def scans [n][m] (from: [m]i64) (to: [m]i64) (seen: [m][3]f64) (weight: [m]f64) (wheels: [n][3]f64) : f64 =
  let poses = scan compose { c = 1, s = 0, x = 0, y = 0 } (map motion wheels)
  let cost a b z w =
    let off = compose (invert (motion z)) (compose (invert poses[a]) poses[b])
    in w * (off.x * off.x + off.y * off.y + 2 * (1 - off.c))
  in f64.sum (map4 cost from to seen weight)
-- the same with matrices
def matrices [n][m] (from: [m]i64) (to: [m]i64) (seen: [m][3]f64) (weight: [m]f64) (wheels: [n][3]f64) : f64 =
  let mul (a: [3][3]f64) (b: [3][3]f64) = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
  let one = tabulate_2d 3 3 (\i j -> f64.bool (i == j))
  let matrix (u: [3]f64) = [[f64.cos u[2], -f64.sin u[2], u[0]], [f64.sin u[2], f64.cos u[2], u[1]], [0, 0, 1]]
  let back (a: [3][3]f64) =
    [[a[0, 0], a[1, 0], -a[0, 0] * a[0, 2] - a[1, 0] * a[1, 2]], [a[0, 1], a[1, 1], -a[0, 1] * a[0, 2] - a[1, 1] * a[1, 2]], [0, 0, 1]]
  let poses = scan mul one (map matrix wheels)
  let cost a b z w =
    let off = mul (back (matrix z)) (mul (back poses[a]) poses[b])
    in w * (off[0, 2] ** 2 + off[1, 2] ** 2 + 2 * (1 - off[0, 0]))
  in f64.sum (map4 cost from to seen weight)
-- angles are added up first, then the turned steps
def sums [n][m] (from: [m]i64) (to: [m]i64) (seen: [m][3]f64) (weight: [m]f64) (wheels: [n][3]f64) : f64 =
  let turn a (x, y) = (f64.cos a * x - f64.sin a * y, f64.sin a * x + f64.cos a * y)
  let angles = scan (+) 0 wheels[:, 2]
  let steps = map3 (\a x y -> turn a (x, y)) ([0] ++ init angles :> [n]f64) wheels[:, 0] wheels[:, 1]
  let places = scan (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) steps
  let cost a b (z: [3]f64) w =
    let ((ax, ay), (bx, by)) = (places[a], places[b])
    let (x, y) = turn (-angles[a]) (bx - ax, by - ay)
    in w * ((x - z[0]) ** 2 + (y - z[1]) ** 2 + 2 * (1 - f64.cos (angles[b] - angles[a] - z[2])))
  in f64.sum (map4 cost from to seen weight)
-- step by step in place
def loops [n][m] (from: [m]i64) (to: [m]i64) (seen: [m][3]f64) (weight: [m]f64) (wheels: [n][3]f64) : f64 =
  let (way, _) = loop (way, p) = (replicate n (replicate 3 0), [0, 0, 0]) for i < n do
    let (c, s) = (f64.cos p[2], f64.sin p[2])
    let p = [p[0] + c * wheels[i, 0] - s * wheels[i, 1], p[1] + s * wheels[i, 0] + c * wheels[i, 1], p[2] + wheels[i, 2]]
    in (way with [i] = p, p)
  in loop cost = 0 for k < m do
    let (a, b) = (way[from[k]], way[to[k]])
    let (c, s) = (f64.cos a[2], f64.sin a[2])
    let x = c * (b[0] - a[0]) + s * (b[1] - a[1]) - seen[k, 0]
    let y = c * (b[1] - a[1]) - s * (b[0] - a[0]) - seen[k, 1]
    in cost + weight[k] * (x * x + y * y + 2 * (1 - f64.cos (b[2] - a[2] - seen[k, 2])))
entry primal_scan [n][m] (a: [m]i64) (b: [m]i64) (z: [m][3]f64) (w: [m]f64) (u: [n][3]f64) = scans a b z w u
entry grad_scan [n][m] (a: [m]i64) (b: [m]i64) (z: [m][3]f64) (w: [m]f64) (u: [n][3]f64) = vjp (\(w, u) -> scans a b z w u) (w, u) 1
entry primal_matrix [n][m] (a: [m]i64) (b: [m]i64) (z: [m][3]f64) (w: [m]f64) (u: [n][3]f64) = matrices a b z w u
entry grad_matrix [n][m] (a: [m]i64) (b: [m]i64) (z: [m][3]f64) (w: [m]f64) (u: [n][3]f64) = vjp (\(w, u) -> matrices a b z w u) (w, u) 1
entry primal_sum [n][m] (a: [m]i64) (b: [m]i64) (z: [m][3]f64) (w: [m]f64) (u: [n][3]f64) = sums a b z w u
entry grad_sum [n][m] (a: [m]i64) (b: [m]i64) (z: [m][3]f64) (w: [m]f64) (u: [n][3]f64) = vjp (\(w, u) -> sums a b z w u) (w, u) 1
entry primal_loop [n][m] (a: [m]i64) (b: [m]i64) (z: [m][3]f64) (w: [m]f64) (u: [n][3]f64) = loops a b z w u
entry grad_loop [n][m] (a: [m]i64) (b: [m]i64) (z: [m][3]f64) (w: [m]f64) (u: [n][3]f64) = vjp (\(w, u) -> loops a b z w u) (w, u) 1
