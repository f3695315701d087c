-- a mixture of Gaussians in the plane with full covariances (xx, xy, yy): some steps of EM, then the log likelihood; gradient by points and by the
-- weights, means and covariances at first
def density (w: f64) (mx: f64) (my: f64) (a: f64) (b: f64) (c: f64) (x: f64) (y: f64) : f64 =
  let det = a * c - b * b
  let (u, v) = (x - mx, y - my)
  in f64.log w - 0.5 * f64.log det - 0.5 * (c * u * u - 2 * b * u * v + a * v * v) / det
def lse [n] (x: [n]f64) : f64 = let m = f64.maximum x in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) x))
-- a matrix of responsibilities, its columns summed
def matrix [n][k] (steps: i64) (x: [n][2]f64) (w: [k]f64) (m: [k][2]f64) (s: [k][3]f64) : f64 =
  let logs w (m: [k][2]f64) (s: [k][3]f64) = map (\p -> map3 (\w m s -> density w m[0] m[1] s[0] s[1] s[2] p[0] p[1]) w m s) x
  let (w, m, s) = loop (w, m, s) for _i < steps do
    let r = map (\l -> let z = lse l in map (\l -> f64.exp (l - z)) l) (logs w m s)
    let rt = transpose r
    let total = map f64.sum rt
    let m = map2 (\r t -> map (\x -> f64.sum (map2 (*) r x) / t) (transpose x)) rt total
    let s = map3 (\r t m ->
      let sum f = f64.sum (map2 (\r p -> r * f (p[0] - m[0]) (p[1] - m[1])) r x) / t
      in [sum (\u _ -> u * u) + 0.01, sum (\u v -> u * v), sum (\_ v -> v * v) + 0.01]) rt total m
    in (map (/ f64.i64 n) total, m, s)
  in f64.sum (map lse (logs w m s))
-- components are records, each sums over all points a tuple
type part = { w: f64, m: (f64, f64), s: (f64, f64, f64) }
def parts [n][k] (steps: i64) (x: [n][2]f64) (w: [k]f64) (m: [k][2]f64) (s: [k][3]f64) : f64 =
  let points = map (\p -> (p[0], p[1])) x
  let logs (ps: [k]part) (x, y) = map (\(p: part) -> density p.w p.m.0 p.m.1 p.s.0 p.s.1 p.s.2 x y) ps
  let add (a, b, c, d, e, f) (a', b', c', d', e', f') = (a + a', b + b', c + c', d + d', e + e', f + f')
  let step (ps: [k]part) : [k]part =
    let r = map (\p -> let l = logs ps p in let z = lse l in map (\l -> f64.exp (l - z)) l) points
    let moments r = reduce add (0, 0, 0, 0, 0, 0) (map2 (\r (x, y) -> (r, r * x, r * y, r * x * x, r * x * y, r * y * y)) r points)
    let part r =
      let (n0, sx, sy, sxx, sxy, syy) = moments r
      let (mx, my) = (sx / n0, sy / n0)
      in { w = n0 / f64.i64 n, m = (mx, my), s = (sxx / n0 - mx * mx + 0.01, sxy / n0 - mx * my, syy / n0 - my * my + 0.01) }
    in map part (transpose r)
  let first = map3 (\w m s -> { w, m = (m[0], m[1]), s = (s[0], s[1], s[2]) }) w m s
  let ps = loop ps = first for _i < steps do step ps
  in f64.sum (map (\p -> lse (logs ps p)) points)
-- loops
def loops [n][k] (steps: i64) (x: [n][2]f64) (w: [k]f64) (m: [k][2]f64) (s: [k][3]f64) : f64 =
  let (w, m, s) = loop (w, m, s) = (copy w, copy m, copy s) for _i < steps do
    let (t, a, b) = loop (t, a, b) = (replicate k 0, replicate k [0, 0], replicate k [0, 0, 0]) for i < n do
      let (x, y) = (x[i, 0], x[i, 1])
      let r = replicate k 0
      let (r, top) = loop (r, top) = (r, -f64.inf) for j < k do
        let l = density w[j] m[j, 0] m[j, 1] s[j, 0] s[j, 1] s[j, 2] x y
        in (r with [j] = l, f64.max top l)
      let (r, z) = loop (r, z) = (r, 0) for j < k do
        let e = f64.exp (r[j] - top)
        in (r with [j] = e, z + e)
      in loop (t, a, b) for j < k do
        let g = r[j] / z
        let t = t with [j] = t[j] + g
        let a = a with [j, 0] = a[j, 0] + g * x
        let a = a with [j, 1] = a[j, 1] + g * y
        let b = b with [j, 0] = b[j, 0] + g * x * x
        let b = b with [j, 1] = b[j, 1] + g * x * y
        let b = b with [j, 2] = b[j, 2] + g * y * y
        in (t, a, b)
    in loop (w, m, s) for j < k do
      let (mx, my) = (a[j, 0] / t[j], a[j, 1] / t[j])
      let w = w with [j] = t[j] / f64.i64 n
      let m = m with [j] = [mx, my]
      let s = s with [j] = [b[j, 0] / t[j] - mx * mx + 0.01, b[j, 1] / t[j] - mx * my, b[j, 2] / t[j] - my * my + 0.01]
      in (w, m, s)
  in loop l = 0 for i < n do
    let (top, z) = loop (top, z) = (-f64.inf, 0) for j < k do
      let d = density w[j] m[j, 0] m[j, 1] s[j, 0] s[j, 1] s[j, 2] x[i, 0] x[i, 1]
      in if d > top then (d, z * f64.exp (top - d) + 1) else (top, z + f64.exp (d - top))
    in l + top + f64.log z
entry primal_matrix [n][k] (t: i64) (x: [n][2]f64) (w: [k]f64) (m: [k][2]f64) (s: [k][3]f64) = matrix t x w m s
entry grad_matrix [n][k] (t: i64) (x: [n][2]f64) (w: [k]f64) (m: [k][2]f64) (s: [k][3]f64) = vjp (\(x, w, m, s) -> matrix t x w m s) (x, w, m, s) 1
entry primal_part [n][k] (t: i64) (x: [n][2]f64) (w: [k]f64) (m: [k][2]f64) (s: [k][3]f64) = parts t x w m s
entry grad_part [n][k] (t: i64) (x: [n][2]f64) (w: [k]f64) (m: [k][2]f64) (s: [k][3]f64) = vjp (\(x, w, m, s) -> parts t x w m s) (x, w, m, s) 1
entry primal_loop [n][k] (t: i64) (x: [n][2]f64) (w: [k]f64) (m: [k][2]f64) (s: [k][3]f64) = loops t x w m s
entry grad_loop [n][k] (t: i64) (x: [n][2]f64) (w: [k]f64) (m: [k][2]f64) (s: [k][3]f64) = vjp (\(x, w, m, s) -> loops t x w m s) (x, w, m, s) 1
