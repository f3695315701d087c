-- robot arms: t postures on the way, joints that turn about z and y in turns, links of given lengths; what the way of the hand is long, what the postures
-- bend and what all joints and the middles of links come too near to balls; gradient by the angles and by the balls' centres
type vec = { x: f64, y: f64, z: f64 }
type frame = { a: vec, b: vec, c: vec, at: vec }
def sub (a: vec) (b: vec) : vec = { x = a.x - b.x, y = a.y - b.y, z = a.z - b.z }
def mix (s: f64) (a: vec) (t: f64) (b: vec) : vec = { x = s * a.x + t * b.x, y = s * a.y + t * b.y, z = s * a.z + t * b.z }
def dot (a: vec) (b: vec) : f64 = a.x * b.x + a.y * b.y + a.z * b.z
def vec_of (a: [3]f64) : vec = { x = a[0], y = a[1], z = a[2] }
-- frames as records, joint after joint
def records [t][j][k] (len: [j]f64) (radii: [k]f64) (q: [t][j]f64) (balls: [k][3]f64) : f64 =
  let start : frame = { a = { x = 1, y = 0, z = 0 }, b = { x = 0, y = 1, z = 0 }, c = { x = 0, y = 0, z = 1 }, at = { x = 0, y = 0, z = 0 } }
  let turn (f: frame) (i: i64) (q: f64) : frame =
    let (s, c) = (f64.sin q, f64.cos q)
    in if i % 2 == 0 then f with a = mix c f.a s f.b with b = mix c f.b (-s) f.a
       else f with a = mix c f.a (-s) f.c with c = mix c f.c s f.a
  let near (p: vec) : f64 =
    f64.sum (map2 (\b r ->
      let d = sub p (vec_of b)
      let gap = r + 0.2 - f64.sqrt (dot d d)
      in if gap > 0 then gap * gap else 0) balls radii)
  let posture (q: [j]f64) : (vec, f64) =
    let (f, cost) = loop (f, cost) = (start, 0) for i < j do
      let f = turn f i q[i]
      let mid = mix 1 f.at (0.5 * len[i]) f.a
      let at = mix 1 f.at len[i] f.a
      in (f with at = at, cost + near mid + near at)
    in (f.at, cost)
  let (hands, costs) = unzip (map posture q)
  let way = f64.sum (tabulate (t - 1) (\i -> let d = sub hands[i + 1] hands[i] in f64.sqrt (dot d d + 1e-6)))
  let bend = f64.sum (tabulate_2d (t - 1) j (\i c -> (q[i + 1, c] - q[i, c]) ** 2) |> flatten)
  in way + 0.1 * bend + 10 * f64.sum costs
-- matrices by a scan of each posture, points from a sum of links
def matrices [t][j][k] (len: [j]f64) (radii: [k]f64) (q: [t][j]f64) (balls: [k][3]f64) : f64 =
  let mul (a: [3][3]f64) (b: [3][3]f64) : [3][3]f64 = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
  let eye = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  let joint i q =
    let (s, c) = (f64.sin q, f64.cos q)
    in if i % 2 == 0 then [[c, -s, 0], [s, c, 0], [0, 0, 1]] else [[c, 0, s], [0, 1, 0], [-s, 0, c]]
  let links q = map2 (\l m -> map (* l) (transpose m)[0]) len (scan mul eye (map2 joint (iota j) q))
  let all = map links q
  let ends = map (scan (map2 (+)) [0, 0, 0]) all
  let mids = map2 (map2 (map2 (\e l -> e - 0.5 * l))) ends all
  let norm (x: [3]f64) = f64.sqrt (f64.sum (map (\x -> x * x) x))
  let near p = f64.sum (map2 (\b r -> f64.max 0 (r + 0.2 - norm (map2 (-) p b)) ** 2) balls radii)
  let cost = f64.sum (map (\ps -> f64.sum (map near ps)) (ends ++ mids))
  let hands = map last ends
  let way = f64.sum (map2 (\a b -> f64.sqrt (1e-6 + f64.sum (map2 (\a b -> (a - b) ** 2) a b))) (init hands) (tail hands))
  let bend = f64.sum (map2 (\a b -> f64.sum (map2 (\a b -> (a - b) ** 2) a b)) (init q) (tail q))
  in way + 0.1 * bend + 10 * cost
-- angles are followed in loops, points in a table
def loops [t][j][k] (len: [j]f64) (radii: [k]f64) (q: [t][j]f64) (balls: [k][3]f64) : f64 =
  let pts = replicate t (replicate (2 * j) (replicate 3 0))
  let pts = loop pts for i < t do
    let (pts, _, _) = loop (pts, m, p) = (pts, [1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0]) for a < j do
      let (s, c) = (f64.sin q[i, a], f64.cos q[i, a])
      let o = if a % 2 == 0 then 1 else 2
      let s = if a % 2 == 0 then s else -s
      let m = loop m for r < 3 do
        let (u, v) = (m[3 * r], m[3 * r + o])
        let m = m with [3 * r] = c * u + s * v
        in m with [3 * r + o] = c * v - s * u
      let (pts, p) = loop (pts, p) for r < 3 do
        let d = len[a] * m[3 * r]
        let pts = pts with [i, 2 * a, r] = p[r] + 0.5 * d
        let pts = pts with [i, 2 * a + 1, r] = p[r] + d
        in (pts, p with [r] = p[r] + d)
      in (pts, m, p)
    in pts
  let cost = loop cost = 0 for i < t do
    loop cost for a < 2 * j do
      loop cost for b < k do
        let (x, y, z) = (pts[i, a, 0] - balls[b, 0], pts[i, a, 1] - balls[b, 1], pts[i, a, 2] - balls[b, 2])
        let d = x * x + y * y + z * z
        let r = radii[b] + 0.2
        in if d < r * r then cost + (r - f64.sqrt d) ** 2 else cost
  let (way, bend) = loop (way, bend) = (0, 0) for i < t - 1 do
    let d = loop d = 0 for c < 3 do d + (pts[i + 1, 2 * j - 1, c] - pts[i, 2 * j - 1, c]) ** 2
    let bend = loop bend for a < j do bend + (q[i + 1, a] - q[i, a]) ** 2
    in (way + f64.sqrt (d + 1e-6), bend)
  in way + 0.1 * bend + 10 * cost
entry primal_record [t][j][k] (l: [j]f64) (r: [k]f64) (q: [t][j]f64) (b: [k][3]f64) = records l r q b
entry grad_record [t][j][k] (l: [j]f64) (r: [k]f64) (q: [t][j]f64) (b: [k][3]f64) = vjp (\(q, b) -> records l r q b) (q, b) 1
entry primal_matrix [t][j][k] (l: [j]f64) (r: [k]f64) (q: [t][j]f64) (b: [k][3]f64) = matrices l r q b
entry grad_matrix [t][j][k] (l: [j]f64) (r: [k]f64) (q: [t][j]f64) (b: [k][3]f64) = vjp (\(q, b) -> matrices l r q b) (q, b) 1
entry primal_loop [t][j][k] (l: [j]f64) (r: [k]f64) (q: [t][j]f64) (b: [k][3]f64) = loops l r q b
entry grad_loop [t][j][k] (l: [j]f64) (r: [k]f64) (q: [t][j]f64) (b: [k][3]f64) = vjp (\(q, b) -> loops l r q b) (q, b) 1
