-- put options of many strikes by Crank and Nicolson's steps, a volatility for each node of the grid; squared distance to the prices of a market,
-- gradient by the volatilities and the rate
def row (n: i64) (t: i64) (r: f64) (i: i64) (s: f64) : (f64, f64, f64) =
  let (h, x) = (1 / f64.i64 t, f64.i64 i)
  let v = s * s * x * x
  in if i == n - 1 then (0, 0, 0) else (0.25 * h * (v - r * x), -0.5 * h * (v + r), 0.25 * h * (v + r * x))
def payoff (n: i64) (k: f64) (i: i64) : f64 = f64.max 0 (k - 2 * f64.i64 i / f64.i64 (n - 1))
-- strike by strike, each step a whole elimination
def each [n][m] (t: i64) (s: [n]f64) (r: f64) (ks: [m]f64) (market: [m]f64) : f64 =
  let (a, b, c) = unzip3 (map2 (row n t r) (iota n) s)
  let price k =
    let v = loop v = tabulate n (payoff n k) for _s < t do
      let d = tabulate n (\i -> (if i > 0 then a[i] * v[i - 1] else 0) + (1 + b[i]) * v[i] + (if i < n - 1 then c[i] * v[i + 1] else 0))
      let (p, q) = loop (p, q) = (replicate n 0, replicate n 0) for i < n do
        let (pl, ql) = if i > 0 then (p[i - 1], q[i - 1]) else (0, 0)
        let w = 1 - b[i] - a[i] * pl
        in (p with [i] = c[i] / w, q with [i] = (d[i] + a[i] * ql) / w)
      in loop x = q for j < n - 1 do
        let i = n - 2 - j
        in x with [i] = x[i] + p[i] * x[i + 1]
    in v[n / 2]
  in f64.sum (map2 (\k y -> (price k - y) ** 2) ks market)
-- all strikes at once, the factors made once
def batch [n][m] (t: i64) (s: [n]f64) (r: f64) (ks: [m]f64) (market: [m]f64) : f64 =
  let (a, b, c) = unzip3 (map2 (row n t r) (iota n) s)
  let (w, p) = loop (w, p) = (replicate n 0, replicate n 0) for i < n do
    let f = 1 - b[i] - (if i > 0 then a[i] * p[i - 1] else 0)
    in (w with [i] = f, p with [i] = c[i] / f)
  let v = loop v = tabulate_2d n m (\i j -> payoff n ks[j] i) for _s < t do
    let d = tabulate_2d n m (\i j -> (if i > 0 then a[i] * v[i - 1, j] else 0) + (1 + b[i]) * v[i, j] + (if i < n - 1 then c[i] * v[i + 1, j] else 0))
    let d = loop d for i < n do
      let below = if i > 0 then copy d[i - 1] else replicate m 0
      in d with [i] = map2 (\x y -> (x + a[i] * y) / w[i]) d[i] below
    in loop d for j < n - 1 do
      let i = n - 2 - j
      in d with [i] = map2 (\x y -> x + p[i] * y) d[i] d[i + 1]
  in f64.sum (map2 (\x y -> (x - y) ** 2) v[n / 2] market)
entry primal_each [n][m] (t: i64) (s: [n]f64) (r: f64) (ks: [m]f64) (market: [m]f64) = each t s r ks market
entry grad_each [n][m] (t: i64) (s: [n]f64) (r: f64) (ks: [m]f64) (market: [m]f64) = vjp (\(s, r) -> each t s r ks market) (s, r) 1
entry primal_batch [n][m] (t: i64) (s: [n]f64) (r: f64) (ks: [m]f64) (market: [m]f64) = batch t s r ks market
entry grad_batch [n][m] (t: i64) (s: [n]f64) (r: f64) (ks: [m]f64) (market: [m]f64) = vjp (\(s, r) -> batch t s r ks market) (s, r) 1
