-- heat in a mesh of triangles with a conductivity for each and a loss at each node, solved by conjugate gradients (s steps); gradient by the places of nodes, the
-- conductivities and the sources for a seed of the temperatures
type point = { x: f64, y: f64 }
def slopes (a: point) (b: point) (c: point) : ((f64, f64, f64), (f64, f64, f64), f64) =
  ((b.y - c.y, c.y - a.y, a.y - b.y), (c.x - b.x, a.x - c.x, b.x - a.x), (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y))
-- the matrix is applied element by element, its nine numbers kept
def elements [n][m] (s: i64) (tri: [m][3]i64) (p: [n][2]f64) (k: [m]f64) (f: [n]f64) : [n]f64 =
  let element (t: [3]i64) k : [3][3]f64 =
    let corner i = { x = p[t[i], 0], y = p[t[i], 1] }
    let ((b0, b1, b2), (c0, c1, c2), d) = slopes (corner 0) (corner 1) (corner 2)
    let g = [[b0, c0], [b1, c1], [b2, c2]]
    in map (\u -> map (\v -> k * f64.sum (map2 (*) u v) / (2 * d)) g) g
  let ks = map2 element tri k
  let apply (u: [n]f64) : [n]f64 =
    let parts = map2 (\t e -> map (\r -> f64.sum (map2 (\a i -> a * u[i]) r t)) e) tri ks
    in reduce_by_index (copy u) (+) 0 (flatten tri) (flatten parts)
  let dot a b = f64.sum (map2 (*) a b)
  let step (x, r, d, rr) =
    let q = apply d
    let a = rr / dot d q
    let x = map2 (\x d -> x + a * d) x d
    let r = map2 (\r q -> r - a * q) r q
    let new = dot r r
    in (x, r, map2 (\r d -> r + new / rr * d) r d, new)
  in (iterate (i32.i64 s) step (replicate n 0, f, f, dot f f)).0
-- loops over triangles and their corners, everything in place
def loops [n][m] (s: i64) (tri: [m][3]i64) (p: [n][2]f64) (k: [m]f64) (f: [n]f64) : [n]f64 =
  let ke = replicate m (replicate 9 0)
  let ke = loop ke for e < m do
    let (a, b, c) = (tri[e, 0], tri[e, 1], tri[e, 2])
    let bs = [p[b, 1] - p[c, 1], p[c, 1] - p[a, 1], p[a, 1] - p[b, 1]]
    let cs = [p[c, 0] - p[b, 0], p[a, 0] - p[c, 0], p[b, 0] - p[a, 0]]
    let d = cs[2] * bs[1] - cs[1] * bs[2]
    in loop ke for i < 3 do
      loop ke for j < 3 do ke with [e, 3 * i + j] = k[e] * (bs[i] * bs[j] + cs[i] * cs[j]) / (2 * d)
  let rr = loop s = 0 for i < n do s + f[i] * f[i]
  let (x, _, _, _) = loop (x, r, d, rr) = (replicate n 0, copy f, copy f, rr) for _s < s do
    let q = copy d
    let q = loop q for e < m do
      loop q for i < 3 do
        let z = loop z = 0 for j < 3 do z + ke[e, 3 * i + j] * d[tri[e, j]]
        in q with [tri[e, i]] = q[tri[e, i]] + z
    let dq = loop s = 0 for i < n do s + d[i] * q[i]
    let a = rr / dq
    let (x, r, new) = loop (x, r, new) = (x, r, 0) for i < n do
      let x = x with [i] = x[i] + a * d[i]
      let y = r[i] - a * q[i]
      in (x, r with [i] = y, new + y * y)
    let d = loop d for i < n do d with [i] = r[i] + new / rr * d[i]
    in (x, r, d, new)
  in x
-- corners as columns; an edge of each triangle carries a flow between its two nodes (cotangents), ends when little is left
def edges [n][m] (s: i64) (tri: [m][3]i64) (p: [n][2]f64) (k: [m]f64) (f: [n]f64) : [n]f64 =
  let node i : point = { x = p[i, 0], y = p[i, 1] }
  let cot (o: point) (a: point) (b: point) =
    let (ux, uy, vx, vy) = (a.x - o.x, a.y - o.y, b.x - o.x, b.y - o.y)
    in (ux * vx + uy * vy) / (ux * vy - uy * vx)
  let corner o = (map (\t -> t[(o + 1) % 3]) tri, map (\t -> t[(o + 2) % 3]) tri,
                  map2 (\t k -> k / 2 * cot (node t[o]) (node t[(o + 1) % 3]) (node t[(o + 2) % 3])) tri k)
  let ((a0, b0, w0), (a1, b1, w1), (a2, b2, w2)) = (corner 0, corner 1, corner 2)
  let (a, b, w) = (a0 ++ a1 ++ a2, b0 ++ b1 ++ b2, w0 ++ w1 ++ w2)
  let apply (u: [n]f64) : [n]f64 =
    let flow = map3 (\i j w -> w * (u[i] - u[j])) a b w
    in map3 (\u x y -> u + x - y) u (hist (+) 0 n a flow) (hist (+) 0 n b flow)
  let dot u v = reduce (+) 0 (map2 (*) u v)
  let (x, _, _, _, _) = loop (x, r, d, rr, i) = (replicate n 0, f, f, dot f f, 0) while i < s && rr > 1e-60 do
    let q = apply d
    let a = rr / dot d q
    let r' = map2 (\r q -> r - a * q) r q
    let new = dot r' r'
    in (map2 (\x d -> x + a * d) x d, r', map2 (\r d -> r + new / rr * d) r' d, new, i + 1)
  in x
entry primal_element [n][m] (s: i64) (t: [m][3]i64) (p: [n][2]f64) (k: [m]f64) (f: [n]f64) (_y: [n]f64) = elements s t p k f
entry grad_element [n][m] (s: i64) (t: [m][3]i64) (p: [n][2]f64) (k: [m]f64) (f: [n]f64) (y: [n]f64) = vjp (\(p, k, f) -> elements s t p k f) (p, k, f) y
entry primal_loop [n][m] (s: i64) (t: [m][3]i64) (p: [n][2]f64) (k: [m]f64) (f: [n]f64) (_y: [n]f64) = loops s t p k f
entry grad_loop [n][m] (s: i64) (t: [m][3]i64) (p: [n][2]f64) (k: [m]f64) (f: [n]f64) (y: [n]f64) = vjp (\(p, k, f) -> loops s t p k f) (p, k, f) y
entry primal_edge [n][m] (s: i64) (t: [m][3]i64) (p: [n][2]f64) (k: [m]f64) (f: [n]f64) (_y: [n]f64) = edges s t p k f
entry grad_edge [n][m] (s: i64) (t: [m][3]i64) (p: [n][2]f64) (k: [m]f64) (f: [n]f64) (y: [n]f64) = vjp (\(p, k, f) -> edges s t p k f) (p, k, f) y
