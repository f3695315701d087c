-- Bundle adjustment of ADBench: each observation is a feature of a point seen by a camera; the Jacobian is a sparse
-- matrix of blocks of 2 x 15, with respect to the camera (11), the point (3) and the weight (1).
import "near"

def dot3 (a: [3]f64) (b: [3]f64): f64 = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

def cross (a: [3]f64) (b: [3]f64): [3]f64 =
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

-- | Rotation of x about the axis r by its length.
def rodrigues (r: [3]f64) (x: [3]f64): [3]f64 =
  let sq = dot3 r r
  in if sq == 0
     then map2 (+) x (cross r x)
     else let theta = f64.sqrt sq
          let (c, s) = (f64.cos theta, f64.sin theta)
          let k = map (/ theta) r
          let along = dot3 k x * (1 - c)
          in map3 (\x kx k -> x * c + kx * s + k * along) x (cross k x) k

-- | The error of the projection of a point. A camera is its rotation (3), centre (3), focal length, principal
-- point (2) and radial distortion (2).
def reprojection (cam: [11]f64) (x: [3]f64) (w: f64) (feat: [2]f64): [2]f64 =
  let p = rodrigues (cam[0:3] :> [3]f64) (map2 (-) x (cam[3:6] :> [3]f64))
  let (u, v) = (p[0] / p[2], p[1] / p[2])
  let s = u * u + v * v
  let l = 1 + cam[9] * s + cam[10] * s * s
  in [w * (u * l * cam[6] + cam[7] - feat[0]), w * (v * l * cam[6] + cam[8] - feat[1])]

def observations [n] [m] [p] 't (cams: [n][11]f64) (xs: [m][3]f64) (ws: [p]f64) (feats: [p][2]f64)
                             (f: [11]f64 -> [3]f64 -> f64 -> [2]f64 -> t): [p]t =
  tabulate p (\i -> f cams[i % n] xs[i % m] ws[i] feats[i])

entry objective [n] [m] [p] (cams: [n][11]f64) (xs: [m][3]f64) (ws: [p]f64) (feats: [p][2]f64): ([p][2]f64, [p]f64) =
  (observations cams xs ws feats reprojection, map (\w -> 1 - w * w) ws)

def joined (c: [11]f64, x: [3]f64, w: f64): [15]f64 = sized 15 (c ++ x ++ [w])

def block_reverse (cam: [11]f64) (x: [3]f64) (w: f64) (feat: [2]f64): [2][15]f64 =
  map joined (mjp (\(c, x, w) -> reprojection c x w feat) (cam, x, w) [[1, 0], [0, 1]])

def block_forward (cam: [11]f64) (x: [3]f64) (w: f64) (feat: [2]f64): [2][15]f64 =
  let f (v: [15]f64) = reprojection (v[0:11] :> [11]f64) (v[11:14] :> [3]f64) v[14] feat
  in transpose (jmp f (joined (cam, x, w)) (map (unit 15) (iota 15)))

-- | The blocks, and the derivatives of the weights' errors.
entry jacobian [n] [m] [p] (cams: [n][11]f64) (xs: [m][3]f64) (ws: [p]f64) (feats: [p][2]f64): ([p][2][15]f64, [p]f64) =
  (observations cams xs ws feats block_reverse, map (\w -> vjp (\w -> 1 - w * w) w 1) ws)

-- | How far the blocks by reverse mode are from those by forward mode, and from differences.
entry check [n] [m] [p] (cams: [n][11]f64) (xs: [m][3]f64) (ws: [p]f64) (feats: [p][2]f64): (f64, f64) =
  let differences cam x w feat: [2][15]f64 =
    let f (v: [15]f64) = reprojection (v[0:11] :> [11]f64) (v[11:14] :> [3]f64) v[14] feat
    let v = joined (cam, x, w)
    in tabulate_2d 2 15 (\i j -> slope (\h -> (f (step h v (unit 15 j)))[i]))
  let reverse = flatten (observations cams xs ws feats block_reverse)
  in (gap reverse (flatten (observations cams xs ws feats block_forward)),
      gap reverse (flatten (observations cams xs ws feats differences)))
