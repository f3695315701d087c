-- Hand tracking of ADBench: 26 angles and displacements pose a skeleton of b bones, whose vertices follow; errors are
-- distances of points from vertices (simple) or from places on triangles (complicated).
import "near"

def product [n] [m] [k] (a: [n][m]f64) (b: [m][k]f64): *[n][k]f64 =
  map (\row -> map (\col -> f64.sum (map2 (*) row col)) (transpose b)) a

-- | Rotation by three angles, about x, then z (the second), then y (the third), in homogeneous coordinates.
def euler (v: [3]f64): [4][4]f64 =
  let (x, z, y) = (v[0], v[1], v[2])
  let rx = [[1, 0, 0, 0], [0, f64.cos x, -f64.sin x, 0], [0, f64.sin x, f64.cos x, 0], [0, 0, 0, 1]]
  let ry = [[f64.cos y, 0, f64.sin y, 0], [0, 1, 0, 0], [-f64.sin y, 0, f64.cos y, 0], [0, 0, 0, 1]]
  let rz = [[f64.cos z, -f64.sin z, 0, 0], [f64.sin z, f64.cos z, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
  in product rz (product ry rx)

-- | Rotation about an axis by its length.
def angle_axis (v: [3]f64): [3][3]f64 =
  let n = f64.sqrt (f64.sum (map (\a -> a * a) v))
  in if n < 0.0001
     then [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
     else let (x, y, z) = (v[0] / n, v[1] / n, v[2] / n)
          let (s, c) = (f64.sin n, f64.cos n)
          in [[x * x + (1 - x * x) * c, x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
              [x * y * (1 - c) + z * s, y * y + (1 - y * y) * c, y * z * (1 - c) - x * s],
              [x * z * (1 - c) - y * s, z * y * (1 - c) + x * s, z * z + (1 - z * z) * c]]

-- | Rows of the pose: global rotation, scaling, translation, then the angles of each bone.
def pose (b: i64) (theta: [26]f64): [3 + b][3]f64 =
  let row i =
    if i == 0 then [theta[0], theta[1], theta[2]]
    else if i == 1 then [1, 1, 1]
    else if i == 2 then [theta[3], theta[4], theta[5]]
    else let (g, j) = ((i - 5) / 4, (i - 5) % 4) -- finger and joint
         in if i < 5 || g > 4 || j == 3 then [0, 0, 0]
            else if j == 0 then [theta[6 + 4 * g], theta[7 + 4 * g], 0]
            else [theta[7 + 4 * g + j], 0, 0]
  in tabulate (3 + b) row

-- | Positions of the vertices: 3 rows.
def vertices [b] [v] (parents: [b]i64) (relative: [b][4][4]f64) (inverse: [b][4][4]f64) (base: [4][v]f64)
                     (weights: [b][v]f64) (theta: [26]f64): [v][3]f64 =
  let p = pose b theta
  let own = map2 (\m r -> product m (euler r)) relative (sized b (drop 3 p))
  let absolute =
    loop abs = replicate b (replicate 4 (replicate 4 0)) for i < b do
      abs with [i] = if parents[i] < 0 then own[i] else product abs[parents[i]] own[i]
  let moved = map2 (\a inv -> product (take 3 (product a inv)) base) absolute inverse
  let posed = map (\i -> map (\j -> f64.sum (map2 (\w m -> w * m[i, j]) (map (\w -> w[j]) weights) moved)) (iota v)) (iota 3)
  let turn = map (map2 (*) p[1]) (angle_axis p[0])
  in transpose (map2 (\row t -> map (+ t) row) (product turn posed) p[2])

entry simple [b] [v] [n] (parents: [b]i64) (relative: [b][4][4]f64) (inverse: [b][4][4]f64) (base: [4][v]f64)
                         (weights: [b][v]f64) (points: [n][3]f64) (at: [n]i64) (theta: [26]f64): [n][3]f64 =
  let vs = vertices parents relative inverse base weights theta
  in map2 (\p i -> map2 (-) p vs[i]) points at

def on_triangles [n] [v] [t] (triangles: [t][3]i64) (points: [n][3]f64) (at: [n]i64) (us: [n][2]f64) (vs: [v][3]f64): [n][3]f64 =
  map3 (\p i u ->
          let (a, b, c) = (triangles[i, 0], triangles[i, 1], triangles[i, 2])
          in map4 (\p x y z -> p - (u[0] * x + u[1] * y + (1 - u[0] - u[1]) * z)) p vs[a] vs[b] vs[c])
       points at us

entry complicated [b] [v] [n] [t] (parents: [b]i64) (relative: [b][4][4]f64) (inverse: [b][4][4]f64) (base: [4][v]f64)
                                  (weights: [b][v]f64) (points: [n][3]f64) (at: [n]i64) (theta: [26]f64)
                                  (triangles: [t][3]i64) (us: [n][2]f64): [n][3]f64 =
  on_triangles triangles points at us (vertices parents relative inverse base weights theta)

-- | Rows are errors, columns are the parameters: forward mode needs 26 seeds.
def jacobian_forward [n] (f: [26]f64 -> [n][3]f64) (theta: [26]f64): [n * 3][26]f64 =
  transpose (map flatten (jmp f theta (map (unit 26) (iota 26))))

def jacobian_reverse [n] (f: [26]f64 -> [n][3]f64) (theta: [26]f64): [n * 3][26]f64 =
  mjp f theta (map (unflatten <-< unit (n * 3)) (iota (n * 3)))

def jacobian_slopes [n] (f: [26]f64 -> [n][3]f64) (theta: [26]f64): [n * 3][26]f64 =
  let column j =
    let d h = map2 (\p m -> (p - m) / (2 * h)) (flatten (f (step h theta (unit 26 j)))) (flatten (f (step (-h) theta (unit 26 j))))
    in map2 (\fine coarse -> (4 * fine - coarse) / 3) (d 5e-4) (d 1e-3)
  in transpose (map column (iota 26))

entry simple_jacobian [b] [v] [n] (parents: [b]i64) (relative: [b][4][4]f64) (inverse: [b][4][4]f64) (base: [4][v]f64)
                                  (weights: [b][v]f64) (points: [n][3]f64) (at: [n]i64) (theta: [26]f64) =
  jacobian_forward (simple parents relative inverse base weights points at) theta

entry simple_check [b] [v] [n] (parents: [b]i64) (relative: [b][4][4]f64) (inverse: [b][4][4]f64) (base: [4][v]f64)
                               (weights: [b][v]f64) (points: [n][3]f64) (at: [n]i64) (theta: [26]f64) (rows: i64) =
  let f = simple parents relative inverse base weights points at
  let some t = take rows (f t)
  let forward = jacobian_forward f theta
  in (gap (jacobian_reverse some theta) (sized (rows * 3) (take (rows * 3) forward)), gap forward (jacobian_slopes f theta))

-- | The derivatives with respect to every point's own u make a diagonal of blocks: seeding all points at once gives
-- them compressed to two columns, before those of theta.
entry complicated_jacobian [b] [v] [n] [t] (parents: [b]i64) (relative: [b][4][4]f64) (inverse: [b][4][4]f64) (base: [4][v]f64)
                                           (weights: [b][v]f64) (points: [n][3]f64) (at: [n]i64) (theta: [26]f64)
                                           (triangles: [t][3]i64) (us: [n][2]f64): [n * 3][28]f64 =
  let f th us = on_triangles triangles points at us (vertices parents relative inverse base weights th)
  let of_us = transpose (map (\s -> flatten (jvp (f theta) us (replicate n s))) [[1, 0], [0, 1]])
  in map2 (\a b -> sized 28 (a ++ b)) of_us (jacobian_forward (\th -> f th us) theta)

entry complicated_check [b] [v] [n] [t] (parents: [b]i64) (relative: [b][4][4]f64) (inverse: [b][4][4]f64) (base: [4][v]f64)
                                        (weights: [b][v]f64) (points: [n][3]f64) (at: [n]i64) (theta: [26]f64)
                                        (triangles: [t][3]i64) (us: [n][2]f64) (rows: i64) =
  let f th us = on_triangles triangles points at us (vertices parents relative inverse base weights th)
  let j = complicated_jacobian parents relative inverse base weights points at theta triangles us
  -- reverse mode: each error's adjoint is zero outside its own point
  let own k = let bars = vjp (f theta) us (unflatten (unit (n * 3) k)) in (bars[k / 3, 0], bars[k / 3, 1])
  let reverse = map (\k -> let (a, b) = own k in [a, b]) (iota (rows * 3))
  let some th = take rows (f th us)
  in (f64.max (gap reverse (sized (rows * 3) (map (take 2) (take (rows * 3) j))))
              (gap (jacobian_reverse some theta) (sized (rows * 3) (map (\r -> sized 26 (drop 2 r)) (take (rows * 3) j)))),
      gap (map (\r -> sized 26 (drop 2 r)) j) (jacobian_slopes (\th -> f th us) theta))
