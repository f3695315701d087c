-- bodies of joints in a tree, parents before children: each joint turns by a quaternion (of any length), its place in its parent is an offset; squared
-- distance of all joints in all frames to measured ones, gradient by turns and offsets
type quat = { w: f64, x: f64, y: f64, z: f64 }
type vec = { x: f64, y: f64, z: f64 }
def times (a: quat) (b: quat) : quat =
  { w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w }
def cross (a: vec) (b: vec) : vec = { x = a.y * b.z - a.z * b.y, y = a.z * b.x - a.x * b.z, z = a.x * b.y - a.y * b.x }
def plus (a: vec) (b: vec) : vec = { x = a.x + b.x, y = a.y + b.y, z = a.z + b.z }
def times_by (s: f64) (a: vec) : vec = { x = s * a.x, y = s * a.y, z = s * a.z }
def turn (q: quat) (v: vec) : vec =
  let u = { x = q.x, y = q.y, z = q.z }
  let t = times_by 2 (cross u v)
  in plus v (plus (times_by q.w t) (cross u t))
def unit (q: [4]f64) : quat =
  let l = 1 / f64.sqrt (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
  in { w = q[0] * l, x = q[1] * l, y = q[2] * l, z = q[3] * l }
def vec_of (a: [3]f64) : vec = { x = a[0], y = a[1], z = a[2] }
-- records, joint after joint
def records [n] (parent: [n]i64) (offset: [n][3]f64) (q: [n][4]f64) : [n][3]f64 =
  let none : (quat, vec) = ({ w = 1, x = 0, y = 0, z = 0 }, { x = 0, y = 0, z = 0 })
  let joints = loop joints = replicate n none for i < n do
    let (r, at) = if parent[i] < 0 then none else joints[parent[i]]
    in joints with [i] = (times r (unit q[i]), plus at (turn r (vec_of offset[i])))
  in map (\(_, p) -> [p.x, p.y, p.z]) joints
-- each joint goes up to the root
def walks [n] (parent: [n]i64) (offset: [n][3]f64) (q: [n][4]f64) : [n][3]f64 =
  let qs = map unit q
  let os = map vec_of offset
  let climb i =
    let (_, v) = loop (j, v) = (parent[i], os[i]) while j >= 0 do (parent[j], plus os[j] (turn qs[j] v))
    in [v.x, v.y, v.z]
  in tabulate n climb
-- arrays, turns as matrices
def matrices [n] (parent: [n]i64) (offset: [n][3]f64) (q: [n][4]f64) : [n][3]f64 =
  let matrix (q: [4]f64) : [3][3]f64 =
    let l = f64.sqrt (f64.sum (map (\x -> x * x) q))
    let u = map (/ l) q
    let (w, x, y, z) = (u[0], u[1], u[2], u[3])
    in [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
  let mul (a: [3][3]f64) (b: [3][3]f64) : *[3][3]f64 = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
  let ms = map matrix q
  let (_, ps) = loop (rs, ps) = (replicate n (replicate 3 (replicate 3 0)), replicate n (replicate 3 0)) for i < n do
    if parent[i] < 0 then (rs with [i] = ms[i], ps with [i] = offset[i]) else
    let r = rs[parent[i]]
    let p = map2 (\row at -> at + f64.sum (map2 (*) row offset[i])) r ps[parent[i]]
    in (rs with [i] = mul r ms[i], ps with [i] = p)
  in ps
def loss [f][n] (pose: [n][4]f64 -> [n][3]f64) (want: [f][n][3]f64) (q: [f][n][4]f64) : f64 =
  f64.sum (map2 (\q y -> f64.sum (map2 (\a b -> f64.sum (map2 (\a b -> (a - b) ** 2) a b)) (pose q) y)) q want)
entry primal_record [f][n] (p: [n]i64) (y: [f][n][3]f64) (o: [n][3]f64) (q: [f][n][4]f64) = loss (records p o) y q
entry grad_record [f][n] (p: [n]i64) (y: [f][n][3]f64) (o: [n][3]f64) (q: [f][n][4]f64) = vjp (\(o, q) -> loss (records p o) y q) (o, q) 1
entry primal_walk [f][n] (p: [n]i64) (y: [f][n][3]f64) (o: [n][3]f64) (q: [f][n][4]f64) = loss (walks p o) y q
entry grad_walk [f][n] (p: [n]i64) (y: [f][n][3]f64) (o: [n][3]f64) (q: [f][n][4]f64) = vjp (\(o, q) -> loss (walks p o) y q) (o, q) 1
entry primal_matrix [f][n] (p: [n]i64) (y: [f][n][3]f64) (o: [n][3]f64) (q: [f][n][4]f64) = loss (matrices p o) y q
entry grad_matrix [f][n] (p: [n]i64) (y: [f][n][3]f64) (o: [n][3]f64) (q: [f][n][4]f64) = vjp (\(o, q) -> loss (matrices p o) y q) (o, q) 1
