-- The reprojection error of one observation, as in ADBench's bundle adjustment; at rotation zero too.
-- ==
-- entry: general
-- input { } output { true true }
-- entry: unrotated
-- input { } output { true }
import "gaps"

def cross (a: [3]f64) (b: [3]f64): [3]f64 =
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

def rodrigues (r: [3]f64) (x: [3]f64): [3]f64 =
  let square = dot r r
  in if square == 0
     then map2 (+) x (cross r x)
     else let theta = f64.sqrt square
          let k = map (/ theta) r
          let (c, s) = (f64.cos theta, f64.sin theta)
          let along = dot k x * (1 - c)
          in map3 (\x v k -> x * c + v * s + k * along) x (cross k x) k

def project (p: [15]f64): [2]f64 =
  let (r, centre, f, x0, kappa) = (p[0:3], p[3:6], p[6], p[7:9], p[9:11])
  let (point, w) = (p[11:14], p[14])
  let q = rodrigues r (map2 (-) point centre)
  let flat = [q[0] / q[2], q[1] / q[2]]
  let s = dot flat flat
  let l = 1 + kappa[0] * s + kappa[1] * s * s
  in map3 (\c x m -> w * (f * l * c + x - m)) flat x0 [0.3, -0.2]

def observation: [15]f64 = [0.1, -0.2, 0.3, 0.5, 0.4, -2, 1.2, 0.1, 0.2, 0.05, -0.02, 0.3, 0.9, 1.5, 0.8]

-- The Jacobian, 2 by 15, by rows and by columns.
entry general: (bool, bool) =
  let rows = map (\i -> vjp project observation (unit 2 i)) (iota 2)
  let columns = map (\i -> jvp project observation (unit 15 i)) (iota 15)
  in (agree project observation, near 1e-14 (apart (flatten (transpose rows)) (flatten columns)))

-- Where there is no rotation, the derivative of rodrigues is the cross product.
entry unrotated: bool =
  let x = [0.3, 0.9, 1.5]
  let by_rule = map (\i -> cross (unit 3 i) x) (iota 3)
  let forward = map (\i -> jvp (\r -> rodrigues r x) [0, 0, 0] (unit 3 i)) (iota 3)
  let backward = map (\i -> vjp (\r -> rodrigues r x) [0, 0, 0] (unit 3 i)) (iota 3)
  in near 0 (apart (flatten forward) (flatten by_rule)) && near 0 (apart (flatten (transpose backward)) (flatten by_rule))
