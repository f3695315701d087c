-- a hand-like chain: bones turn about three axes, points are blended over bones; Jacobian of all points by all angles, and the gradient of a distance
type mat = [3][3]f64
def mm (a: mat) (b: mat) : *mat = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
def mv (a: mat) (x: [3]f64) : [3]f64 = map (\r -> f64.sum (map2 (*) r x)) a
def turn (a: [3]f64) : mat =
  let (s, c) = (f64.sin a[0], f64.cos a[0])
  let (t, d) = (f64.sin a[1], f64.cos a[1])
  let (u, e) = (f64.sin a[2], f64.cos a[2])
  in mm [[e, -u, 0], [u, e, 0], [0, 0, 1]] (mm [[d, 0, t], [0, 1, 0], [-t, 0, d]] [[1, 0, 0], [0, c, -s], [0, s, c]])
-- fingers of three bones each, in order
def pose [b] (bones: [b]f64) (angles: [b][3]f64) : ([b]mat, [b][3]f64) =
  let eye = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  in loop (ms, os) = (replicate b eye, replicate b [0, 0, 0]) for i < b do
    let root = i % 3 == 0
    let m = if root then eye else ms[i - 1]
    let o = if root then [f64.i64 (i / 3), 0, 0] else map2 (\o v -> o + bones[i - 1] * v) os[i - 1] (map (.[1]) m)
    in (ms with [i] = mm m (turn angles[i]), os with [i] = o)
def blend [b][n] (bones: [b]f64) (weights: [n][b]f64) (points: [n][3]f64) (angles: [b][3]f64) : [n][3]f64 =
  let (ms, os) = pose bones angles
  in map2 (\w p -> reduce (map2 (+)) [0, 0, 0] (map3 (\w m o -> map2 (\x o -> w * (x + o)) (mv m p) o) w ms os)) weights points
def loops [b][n] (bones: [b]f64) (weights: [n][b]f64) (points: [n][3]f64) (angles: [b][3]f64) : [n][3]f64 =
  let (ms, os) = pose bones angles
  in loop out = replicate n [0, 0, 0] for i < n do
    loop out for k < b do
      loop out for r < 3 do
        let x = loop x = os[k, r] for c < 3 do x + ms[k, r, c] * points[i, c]
        in out with [i, r] = out[i, r] + weights[i, k] * x
def distance [b][n] f (bones: [b]f64) (ws: [n][b]f64) (ps: [n][3]f64) (want: [n][3]f64) (angles: [b][3]f64) : f64 =
  f64.sum (map2 (\p q -> f64.sum (map2 (\x y -> (x - y) ** 2) p q)) (f bones ws ps angles) want)
entry primal_soac [b][n] (a: [b][3]f64) (bones: [b]f64) (ws: [n][b]f64) (ps: [n][3]f64) (want: [n][3]f64) = distance blend bones ws ps want a
entry grad_soac [b][n] (a: [b][3]f64) (bones: [b]f64) (ws: [n][b]f64) (ps: [n][3]f64) (want: [n][3]f64) = vjp (distance blend bones ws ps want) a 1
entry primal_loop [b][n] (a: [b][3]f64) (bones: [b]f64) (ws: [n][b]f64) (ps: [n][3]f64) (want: [n][3]f64) = distance loops bones ws ps want a
entry grad_loop [b][n] (a: [b][3]f64) (bones: [b]f64) (ws: [n][b]f64) (ps: [n][3]f64) (want: [n][3]f64) = vjp (distance loops bones ws ps want) a 1
