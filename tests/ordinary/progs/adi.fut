-- an American option on two assets by finite differences, implicit along x and along y in turn, then exercised where that pays; weighted sum of the
-- values on the grid, gradient by what it pays, both volatilities and the rate
def coefficients (dt: f64) (h: f64) (vol: f64) (r: f64) : (f64, f64, f64) =
  let (d, m) = (0.5 * vol * vol / (h * h), (r - 0.5 * vol * vol) / (2 * h))
  in (dt * (m - d), 1 + dt * (2 * d + r / 2), -dt * (d + m))
-- Thomas for each row, and for each row of the transpose
def rows [n][m] (t: i64) (dt: f64) (h: f64) (pays: [n][m]f64) (v1: f64) (v2: f64) (r: f64) : [n][m]f64 =
  let thomas [k] (a: f64, b: f64, c: f64) (d: [k]f64) : [k]f64 =
    let (cs, ds) = loop (cs, ds) = (replicate k 0, copy d) for i in 1..<k - 1 do
      let w = b - a * cs[i - 1]
      in (cs with [i] = c / w, ds with [i] = (ds[i] - a * ds[i - 1]) / w)
    in loop x = ds for i in k - 2..k - 3...1 do x with [i] = x[i] - cs[i] * x[i + 1]
  let step u =
    let u = map (thomas (coefficients dt h v2 r)) u
    let u = transpose (map (thomas (coefficients dt h v1 r)) (transpose u))
    in map2 (map2 (\u p -> if u > p then u else p)) u pays
  in iterate (i32.i64 t) step pays
-- factors once, then whole rows of the grid at a time
def vectors [n][m] (t: i64) (dt: f64) (h: f64) (pays: [n][m]f64) (v1: f64) (v2: f64) (r: f64) : [n][m]f64 =
  let solve [n][m] (a: f64, b: f64, c: f64) (u: [n][m]f64) : [n][m]f64 =
    let cs = loop cs = replicate n 0 for i in 1..<n - 1 do cs with [i] = c / (b - a * cs[i - 1])
    let u = loop u = copy u for i in 1..<n - 1 do
      u with [i] = map2 (\x y -> (x - a * y) / (b - a * cs[i - 1])) u[i] u[i - 1]
    in loop u for j < n - 2 do
      let i = n - 2 - j
      in u with [i] = map2 (\x y -> x - cs[i] * y) u[i] u[i + 1]
  in loop u = copy pays for _k < t do
    let u = transpose (solve (coefficients dt h v2 r) (transpose u))
    let u = solve (coefficients dt h v1 r) u
    in map2 (map2 (\u p -> if u > p then u else p)) u pays
-- one grid in place
def loops [n][m] (t: i64) (dt: f64) (h: f64) (pays: [n][m]f64) (v1: f64) (v2: f64) (r: f64) : [n][m]f64 =
  let factors k (a, b, c) = loop (f, w) = (replicate k 0, replicate k 1) for i in 1..<k - 1 do
    let x = 1 / (b - a * f[i - 1])
    in (f with [i] = c * x, w with [i] = x)
  let (one, two) = (coefficients dt h v1 r, coefficients dt h v2 r)
  let ((f1, w1), (f2, w2)) = (factors n one, factors m two)
  in loop u = copy pays for _k < t do
    let u = loop u for i < n do
      let u = loop u for j in 1..<m - 1 do u with [i, j] = (u[i, j] - two.0 * u[i, j - 1]) * w2[j]
      in loop u for k < m - 2 do
        let j = m - 2 - k
        in u with [i, j] = u[i, j] - f2[j] * u[i, j + 1]
    let u = loop u for i in 1..<n - 1 do
      loop u for j < m do u with [i, j] = (u[i, j] - one.0 * u[i - 1, j]) * w1[i]
    let u = loop u for k < n - 2 do
      let i = n - 2 - k
      in loop u for j < m do u with [i, j] = u[i, j] - f1[i] * u[i + 1, j]
    in loop u for i < n do
      loop u for j < m do
        if u[i, j] > pays[i, j] then u else u with [i, j] = pays[i, j]
def loss [n][m] (u: [n][m]f64) (w: [n][m]f64) : f64 = f64.sum (map2 (\a b -> f64.sum (map2 (*) a b)) u w)
entry primal_row [n][m] (t: i64) (dt: f64) (h: f64) (w: [n][m]f64) (p: [n][m]f64) (a: f64) (b: f64) (r: f64) = loss (rows t dt h p a b r) w
entry grad_row [n][m] (t: i64) (dt: f64) (h: f64) (w: [n][m]f64) (p: [n][m]f64) (a: f64) (b: f64) (r: f64) =
  vjp (\(p, a, b, r) -> loss (rows t dt h p a b r) w) (p, a, b, r) 1
entry primal_vector [n][m] (t: i64) (dt: f64) (h: f64) (w: [n][m]f64) (p: [n][m]f64) (a: f64) (b: f64) (r: f64) = loss (vectors t dt h p a b r) w
entry grad_vector [n][m] (t: i64) (dt: f64) (h: f64) (w: [n][m]f64) (p: [n][m]f64) (a: f64) (b: f64) (r: f64) =
  vjp (\(p, a, b, r) -> loss (vectors t dt h p a b r) w) (p, a, b, r) 1
entry primal_loop [n][m] (t: i64) (dt: f64) (h: f64) (w: [n][m]f64) (p: [n][m]f64) (a: f64) (b: f64) (r: f64) = loss (loops t dt h p a b r) w
entry grad_loop [n][m] (t: i64) (dt: f64) (h: f64) (w: [n][m]f64) (p: [n][m]f64) (a: f64) (b: f64) (r: f64) =
  vjp (\(p, a, b, r) -> loss (loops t dt h p a b r) w) (p, a, b, r) 1
