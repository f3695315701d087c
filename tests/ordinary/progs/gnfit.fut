-- many curves a exp(-k t) + c, each fitted by steps of Gauss and Newton (damped); gradient of the parameters found by the data and by the first guess
-- sums over tuples, Cramer's rule
def det3 (a: f64) (b: f64) (c: f64) (d: f64) (e: f64) (f: f64) (g: f64) (h: f64) (i: f64) : f64 =
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
def tuples [p] (steps: i64) (mu: f64) (t: [p]f64) (y: [p]f64) (start: [3]f64) : [3]f64 =
  let step (a, k, c) =
    let rows = map2 (\t y -> let e = f64.exp (-k * t) in (e, -a * t * e, y - a * e - c)) t y
    let total f = f64.sum (map f rows)
    let aa = total (\(u, _, _) -> u * u) + mu
    let ak = total (\(u, v, _) -> u * v)
    let ac = total (\(u, _, _) -> u)
    let kk = total (\(_, v, _) -> v * v) + mu
    let kc = total (\(_, v, _) -> v)
    let cc = f64.i64 p + mu
    let ra = total (\(u, _, r) -> u * r)
    let rk = total (\(_, v, r) -> v * r)
    let rc = total (\(_, _, r) -> r)
    let det = det3 aa ak ac ak kk kc ac kc cc
    in (a + det3 ra ak ac rk kk kc rc kc cc / det, k + det3 aa ra ac ak rk kc ac rc cc / det, c + det3 aa ak ra ak kk rk ac kc rc / det)
  let (a, k, c) = iterate (i32.i64 steps) step (start[0], start[1], start[2])
  in [a, k, c]
-- the Jacobian as a matrix, its normal equations, elimination of rows
def gauss [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let w = map2 (\r x -> r ++ [x]) a b
  let w = loop w for k < n do
    let top = map (/ w[k, k]) w[k]
    in map2 (\i r -> if i == k then top else map2 (\x y -> x - r[k] * y) r top) (iota n) w
  in map last w
def jacobian [p] (steps: i64) (mu: f64) (t: [p]f64) (y: [p]f64) (start: [3]f64) : [3]f64 =
  loop x = start for _s < steps do
    let model t = x[0] * f64.exp (-x[1] * t) + x[2]
    let j = map (\t -> let e = f64.exp (-x[1] * t) in [e, -x[0] * t * e, 1]) t
    let r = map2 (-) y (map model t)
    let jt = transpose j
    let a = map (\u -> map (\v -> f64.sum (map2 (*) u v)) jt) jt
    let a = map2 (\i u -> map2 (\k v -> if i == k then v + mu else v) (iota 3) u) (iota 3) a
    in map2 (+) x (gauss a (map (\u -> f64.sum (map2 (*) u r)) jt))
-- loops, the equations summed and solved in place
def loops [p] (steps: i64) (mu: f64) (t: [p]f64) (y: [p]f64) (start: [3]f64) : [3]f64 =
  loop x = copy start for _s < steps do
    let a = replicate 3 (replicate 3 0)
    let a = loop a for i < 3 do a with [i, i] = mu
    let (a, b) = loop (a, b) = (a, replicate 3 0) for i < p do
      let e = f64.exp (-x[1] * t[i])
      let r = y[i] - x[0] * e - x[2]
      let row = [e, -x[0] * t[i] * e, 1]
      in loop (a, b) for j < 3 do
        let b = b with [j] = b[j] + row[j] * r
        let a = loop a for k < 3 do a with [j, k] = a[j, k] + row[j] * row[k]
        in (a, b)
    let (a, b) = loop (a, b) for k < 2 do
      loop (a, b) for i in k + 1..<3 do
        let f = a[i, k] / a[k, k]
        let a = loop a for j in k..<3 do a with [i, j] = a[i, j] - f * a[k, j]
        in (a, b with [i] = b[i] - f * b[k])
    let b = loop b for r < 3 do
      let i = 2 - r
      let s = loop s = b[i] for j in i + 1..<3 do s - a[i, j] * b[j]
      in b with [i] = s / a[i, i]
    in loop x for i < 3 do x with [i] = x[i] + b[i]
entry primal_tuple [n][p] (s: i64) (mu: f64) (t: [p]f64) (y: [n][p]f64) (x: [n][3]f64) (_g: [n][3]f64) = map2 (tuples s mu t) y x
entry grad_tuple [n][p] (s: i64) (mu: f64) (t: [p]f64) (y: [n][p]f64) (x: [n][3]f64) (g: [n][3]f64) = vjp (\(y, x) -> map2 (tuples s mu t) y x) (y, x) g
entry primal_jacobian [n][p] (s: i64) (mu: f64) (t: [p]f64) (y: [n][p]f64) (x: [n][3]f64) (_g: [n][3]f64) = map2 (jacobian s mu t) y x
entry grad_jacobian [n][p] (s: i64) (mu: f64) (t: [p]f64) (y: [n][p]f64) (x: [n][3]f64) (g: [n][3]f64) = vjp (\(y, x) -> map2 (jacobian s mu t) y x) (y, x) g
entry primal_loop [n][p] (s: i64) (mu: f64) (t: [p]f64) (y: [n][p]f64) (x: [n][3]f64) (_g: [n][3]f64) = map2 (loops s mu t) y x
entry grad_loop [n][p] (s: i64) (mu: f64) (t: [p]f64) (y: [n][p]f64) (x: [n][3]f64) (g: [n][3]f64) = vjp (\(y, x) -> map2 (loops s mu t) y x) (y, x) g
