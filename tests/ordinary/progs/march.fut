-- rays into smooth unions of balls: sphere tracing; mean depth, gradient by centres and radii
type vec = { x: f64, y: f64, z: f64 }
def norm (v: vec) = f64.sqrt (v.x * v.x + v.y * v.y + v.z * v.z)
def along (t: f64) (d: vec) : vec = { x = t * d.x, y = t * d.y, z = t * d.z - 3 }
def scene [k] (c: [k][4]f64) (p: vec) =
  let ball b = norm { x = p.x - b[0], y = p.y - b[1], z = p.z - b[2] } - b[3]
  in -0.1 * f64.log (f64.sum (map (\b -> f64.exp (-10 * ball b)) c))
def scenel [k] (c: [k][4]f64) (p: vec) =
  let s = loop s = 0 for i < k do
    let (x, y, z) = (p.x - c[i, 0], p.y - c[i, 1], p.z - c[i, 2])
    in s + f64.exp (-10 * (f64.sqrt (x * x + y * y + z * z) - c[i, 3]))
  in -0.1 * f64.log s
def ray (n: i64) (k: i64) : vec =
  let at i = (f64.i64 i + 0.5) / f64.i64 n - 0.5
  let v = { x = at (k % n), y = at (k / n), z = 1 }
  let s = 1 / norm v
  in { x = s * v.x, y = s * v.y, z = s }
def trace (sdf: vec -> f64) (d: vec) =
  (loop (t, s) = (0, 1) while s > 1e-6 && t < 6 do
     let s = sdf (along t d)
     in (t + s, s)).0
def image [k] f (n: i64) (c: [k][4]f64) : f64 = f64.sum (tabulate (n * n) (\i -> trace (f c) (ray n i))) / f64.i64 (n * n)
entry primal_while [k] (n: i64) (c: [k][4]f64) = image scene n c
entry grad_while [k] (n: i64) (c: [k][4]f64) = vjp (image scene n) c 1
entry primal_loop [k] (n: i64) (c: [k][4]f64) = image scenel n c
entry grad_loop [k] (n: i64) (c: [k][4]f64) = vjp (image scenel n) c 1
