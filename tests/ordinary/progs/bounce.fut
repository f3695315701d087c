-- mirror balls in the light of a sun and of the sky: each ray is followed through b reflections; squared distance to a picture, gradient by the balls'
-- centres, radii and colours
type vec = { x: f64, y: f64, z: f64 }
def add (a: vec) (b: vec) : vec = { x = a.x + b.x, y = a.y + b.y, z = a.z + b.z }
def sub (a: vec) (b: vec) : vec = { x = a.x - b.x, y = a.y - b.y, z = a.z - b.z }
def mul (a: vec) (b: vec) : vec = { x = a.x * b.x, y = a.y * b.y, z = a.z * b.z }
def scale (s: f64) (a: vec) : vec = { x = s * a.x, y = s * a.y, z = s * a.z }
def dot (a: vec) (b: vec) : f64 = a.x * b.x + a.y * b.y + a.z * b.z
def vec_of (a: [3]f64) : vec = { x = a[0], y = a[1], z = a[2] }
def sun : vec = { x = 0.48, y = -0.6, z = 0.64 }
type ball = { at: vec, radius: f64, colour: vec }
type ray = { from: vec, to: vec }
def no_hit : (f64, i64) = (f64.inf, -1)
-- records, the nearest hit by a reduce
def records [n][k] (b: i64) (dirs: [n][3]f64) (centres: [k][3]f64) (radii: [k]f64) (colours: [k][3]f64) : [n][3]f64 =
  let balls = map3 (\c r a -> { at = vec_of c, radius = r, colour = vec_of a }) centres radii colours
  let hit (r: ray) (s: ball) : f64 =
    let oc = sub r.from s.at
    let h = dot oc r.to
    let q = h * h - dot oc oc + s.radius * s.radius
    in if q <= 0 then f64.inf else let t = -h - f64.sqrt q in if t > 1e-4 then t else f64.inf
  let nearer (t, i) (u, j) = if t <= u then (t, i) else (u, j)
  let trace (dir: vec) : vec =
    let start = ({ from = { x = 0, y = 0, z = 0 }, to = dir }, { x = 1, y = 1, z = 1 }, { x = 0, y = 0, z = 0 }, true)
    let (_, _, seen, _) = loop (r: ray, left: vec, seen: vec, go) = start for _i < b do
      if !go then (r, left, seen, go) else
      let (t, i) = reduce nearer no_hit (zip (map (hit r) balls) (iota k))
      in if i < 0 || t == f64.inf then (r, left, add seen (scale (0.5 + 0.5 * r.to.z) left), false)
         else
           let s = balls[i]
           let p = add r.from (scale t r.to)
           let n = scale (1 / s.radius) (sub p s.at)
           let left = scale 0.5 (mul left s.colour)
           let seen = add seen (scale (f64.max 0 (dot n sun)) left)
           in ({ from = p, to = sub r.to (scale (2 * dot r.to n) n) }, left, seen, true)
    in seen
  in map (\d -> let c = trace (vec_of d) in [c.x, c.y, c.z]) dirs
-- all rays together, bounce by bounce, with the index of what they hit
def fronts [n][k] (b: i64) (dirs: [n][3]f64) (centres: [k][3]f64) (radii: [k]f64) (colours: [k][3]f64) : [n][3]f64 =
  let dot a b = f64.sum (map2 (*) a b)
  let axpy (s: f64) (x: [3]f64) (y: [3]f64) = map2 (\x y -> s * x + y) x y
  let light = [0.48, -0.6, 0.64]
  let start = (replicate n (replicate 3 0), dirs, replicate n (replicate 3 1), replicate n (replicate 3 0), replicate n true)
  let (_, _, _, seen, _) = loop (from, to, left, seen, go) = start for _i < b do
    let dists = map2 (\o d -> map2 (\c r ->
        let oc = map2 (-) o c
        let h = dot oc d
        let q = h * h - dot oc oc + r * r
        let t = -h - f64.sqrt (if q > 0 then q else 1)
        in if q > 0 && t > 1e-4 then t else f64.inf) centres radii) from to
    let hits = map (\ts -> (reduce (\i j -> if ts[j] < ts[i] then j else i) 0 (iota k))) dists
    let news = map3 (\ts i g -> g && ts[i] < f64.inf) dists hits go
    let points = map5 (\o d ts i g -> if g then axpy ts[i] d o else o) from to dists hits news
    let normals = map2 (\p i -> map2 (\p c -> (p - c) / radii[i]) p centres[i]) points hits
    let missed = map4 (\d l g new -> if g && !new then map (* (0.5 + 0.5 * d[2])) l else [0, 0, 0]) to left go news
    let left = map3 (\l i g -> if g then map2 (\l c -> 0.5 * l * c) l colours[i] else l) left hits news
    let lit = map3 (\l n g -> if g then map (* (f64.max 0 (dot n light))) l else [0, 0, 0]) left normals news
    let to = map3 (\d n g -> if g then axpy (-2 * dot d n) n d else d) to normals news
    in (points, to, left, map3 (map3 (\s a b -> s + a + b)) seen missed lit, news)
  in seen
-- ray by ray, as long as it hits
def loops [n][k] (b: i64) (dirs: [n][3]f64) (centres: [k][3]f64) (radii: [k]f64) (colours: [k][3]f64) : [n][3]f64 =
  let trace (dir: [3]f64) =
    let (_, _, _, _, seen) = loop (i, o, d, left, seen) = (0, [0, 0, 0], copy dir, [1, 1, 1], [0, 0, 0]) while i < b do
      let (t, j) = loop (t, j) = (f64.inf, -1) for m < k do
        let (x, y, z) = (o[0] - centres[m, 0], o[1] - centres[m, 1], o[2] - centres[m, 2])
        let h = x * d[0] + y * d[1] + z * d[2]
        let q = h ** 2 - (x ** 2 + y ** 2 + z ** 2) + radii[m] ** 2
        in if q > 0
           then let u = -h - f64.sqrt q in if u > 1e-4 && u < t then (u, m) else (t, j)
           else (t, j)
      in if j < 0
         then
           let sky = 0.5 + 0.5 * d[2]
           let seen = loop seen for c < 3 do seen with [c] = seen[c] + sky * left[c]
           in (b, o, d, left, seen)
         else
           let o = loop o for c < 3 do o with [c] = o[c] + t * d[c]
           let n = [(o[0] - centres[j, 0]) / radii[j], (o[1] - centres[j, 1]) / radii[j], (o[2] - centres[j, 2]) / radii[j]]
           let lit = f64.max 0 (0.48 * n[0] - 0.6 * n[1] + 0.64 * n[2])
           let s = 2 * (d[0] * n[0] + d[1] * n[1] + d[2] * n[2])
           let (d, left, seen) = loop (d, left, seen) for c < 3 do
             let l = 0.5 * left[c] * colours[j, c]
             in (d with [c] = d[c] - s * n[c], left with [c] = l, seen with [c] = seen[c] + lit * l)
           in (i + 1, o, d, left, seen)
    in seen
  in map trace dirs
def loss [n] (x: [n][3]f64) (want: [n][3]f64) : f64 = f64.sum (map2 (\a b -> f64.sum (map2 (\a b -> (a - b) ** 2) a b)) x want)
entry primal_record [n][k] (b: i64) (d: [n][3]f64) (y: [n][3]f64) (c: [k][3]f64) (r: [k]f64) (a: [k][3]f64) = loss (records b d c r a) y
entry grad_record [n][k] (b: i64) (d: [n][3]f64) (y: [n][3]f64) (c: [k][3]f64) (r: [k]f64) (a: [k][3]f64) =
  vjp (\(c, r, a) -> loss (records b d c r a) y) (c, r, a) 1
entry primal_front [n][k] (b: i64) (d: [n][3]f64) (y: [n][3]f64) (c: [k][3]f64) (r: [k]f64) (a: [k][3]f64) = loss (fronts b d c r a) y
entry grad_front [n][k] (b: i64) (d: [n][3]f64) (y: [n][3]f64) (c: [k][3]f64) (r: [k]f64) (a: [k][3]f64) =
  vjp (\(c, r, a) -> loss (fronts b d c r a) y) (c, r, a) 1
entry primal_loop [n][k] (b: i64) (d: [n][3]f64) (y: [n][3]f64) (c: [k][3]f64) (r: [k]f64) (a: [k][3]f64) = loss (loops b d c r a) y
entry grad_loop [n][k] (b: i64) (d: [n][3]f64) (y: [n][3]f64) (c: [k][3]f64) (r: [k]f64) (a: [k][3]f64) =
  vjp (\(c, r, a) -> loss (loops b d c r a) y) (c, r, a) 1
