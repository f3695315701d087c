-- a natural cubic spline through knots, evaluated at many points; squared distance to wanted values, gradient by the values at the knots
-- second derivatives by elimination
def second [n] (x: [n]f64) (y: [n]f64) : [n]f64 =
  let (c, d) = loop (c, d) = (replicate n 0, replicate n 0) for i in 1..<n - 1 do
    let (h, k) = (x[i] - x[i - 1], x[i + 1] - x[i])
    let r = 6 * ((y[i + 1] - y[i]) / k - (y[i] - y[i - 1]) / h)
    let q = 2 * (h + k) - h * c[i - 1]
    in (c with [i] = k / q, d with [i] = (r - h * d[i - 1]) / q)
  in loop m = replicate n 0 for k < n - 2 do
    let i = n - 2 - k
    in m with [i] = d[i] - c[i] * m[i + 1]
def place [n] (x: [n]f64) (p: f64) : i64 =
  (loop (a, b) = (0, n - 1) while b - a > 1 do
     let c = (a + b) / 2
     in if x[c] <= p then (c, b) else (a, c)).0
def at [n] (x: [n]f64) (y: [n]f64) (m: [n]f64) (p: f64) : f64 =
  let i = place x p
  let h = x[i + 1] - x[i]
  let (a, b) = ((x[i + 1] - p) / h, (p - x[i]) / h)
  in a * y[i] + b * y[i + 1] + ((a * a * a - a) * m[i] + (b * b * b - b) * m[i + 1]) * h * h / 6
def maps [n][q] (x: [n]f64) (y: [n]f64) (p: [q]f64) (w: [q]f64) : f64 =
  let m = second x y
  in f64.sum (map2 (\p w -> (at x y m p - w) ** 2) p w)
def loops [n][q] (x: [n]f64) (y: [n]f64) (p: [q]f64) (w: [q]f64) : f64 =
  let m = second x y
  in loop s = 0 for k < q do
    let (i, j) = loop (a, b) = (0, n - 1) while b - a > 1 do
      let c = (a + b) / 2
      in if x[c] <= p[k] then (c, b) else (a, c)
    let h = x[j] - x[i]
    let (a, b) = ((x[j] - p[k]) / h, (p[k] - x[i]) / h)
    let v = a * y[i] + b * y[j] + ((a * a * a - a) * m[i] + (b * b * b - b) * m[j]) * h * h / 6
    in s + (v - w[k]) * (v - w[k])
-- by coefficients of each piece, in records
type piece = { at: f64, a: f64, b: f64, c: f64, d: f64 }
def pieces [n] (x: [n]f64) (y: [n]f64) : []piece =
  let m = second x y
  in tabulate (n - 1) (\i ->
    let h = x[i + 1] - x[i]
    in { at = x[i], a = y[i], b = (y[i + 1] - y[i]) / h - h * (2 * m[i] + m[i + 1]) / 6, c = m[i] / 2, d = (m[i + 1] - m[i]) / (6 * h) })
def horner (s: piece) (p: f64) = let t = p - s.at in s.a + t * (s.b + t * (s.c + t * s.d))
def records [n][q] (x: [n]f64) (y: [n]f64) (p: [q]f64) (w: [q]f64) : f64 =
  let ps = pieces x y
  in f64.sum (map2 (\p w -> (horner ps[place x p] p - w) ** 2) p w)
entry primal_map [n][q] (x: [n]f64) (y: [n]f64) (p: [q]f64) (w: [q]f64) = maps x y p w
entry grad_map [n][q] (x: [n]f64) (y: [n]f64) (p: [q]f64) (w: [q]f64) = vjp (\y -> maps x y p w) y 1
entry primal_loop [n][q] (x: [n]f64) (y: [n]f64) (p: [q]f64) (w: [q]f64) = loops x y p w
entry grad_loop [n][q] (x: [n]f64) (y: [n]f64) (p: [q]f64) (w: [q]f64) = vjp (\y -> loops x y p w) y 1
entry primal_record [n][q] (x: [n]f64) (y: [n]f64) (p: [q]f64) (w: [q]f64) = records x y p w
entry grad_record [n][q] (x: [n]f64) (y: [n]f64) (p: [q]f64) (w: [q]f64) = vjp (\y -> records x y p w) y 1
