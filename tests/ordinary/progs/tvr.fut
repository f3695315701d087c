-- American puts by simulation: values regressed on powers of the price at each date, going back (Tsitsiklis and Van Roy); gradient of the price by the
-- spot, the strike, the rate and the volatility of each step
def path [t] (s0: f64) (r: f64) (dt: f64) (vol: [t]f64) (z: [t]f64) : [t]f64 =
  scan (+) 0 (map2 (\v z -> (r - v * v / 2) * dt + v * f64.sqrt dt * z) vol z) |> map (\x -> s0 * f64.exp x)
-- a matrix of powers, normal equations by sums, elimination with whole rows
def solve [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let w = map2 (\r x -> r ++ [x]) a b
  let w = loop w for k < n do
    let top = map (/ w[k, k]) w[k]
    in map2 (\i r -> if i == k then top else map2 (\x y -> x - r[k] * y) r top) (iota n) w
  in map last w
def matrices [p][t] (dt: f64) (ridge: f64) (s0: f64) (strike: f64) (r: f64) (vol: [t]f64) (z: [p][t]f64) : f64 =
  let xs = transpose (map (path s0 r dt vol) z)
  let down = f64.exp (-r * dt)
  let payoff x = f64.max 0 (strike - x)
  let value = loop value = map payoff xs[t - 1] for i in t - 2..t - 3...0 do
    let rows = map (\x -> let m = x / strike in [1, m, m * m, m * m * m]) xs[i]
    let cols = transpose rows
    let a = map (\u -> map (\v -> f64.sum (map2 (*) u v) / f64.i64 p) cols) cols
    let a = map2 (\i -> map2 (\j x -> if i == j then x + ridge else x) (iota 4)) (iota 4) a
    let b = map (\u -> f64.sum (map2 (*) u (map (* down) value)) / f64.i64 p) cols
    let c = solve a b
    in map2 (\row x -> f64.max (payoff x) (f64.sum (map2 (*) row c))) rows xs[i]
  in down * f64.sum value / f64.i64 p
-- loops with prices kept, the equations' triangle by Cholesky in place
def loops [p][t] (dt: f64) (ridge: f64) (s0: f64) (strike: f64) (r: f64) (vol: [t]f64) (z: [p][t]f64) : f64 =
  let x = replicate t (replicate p 0)
  let (x, _) = loop (x, cur) = (x, replicate p s0) for i < t do
    loop (x, cur) for j < p do
      let s = cur[j] * f64.exp ((r - 0.5 * vol[i] ** 2) * dt + vol[i] * f64.sqrt dt * z[j, i])
      in (x with [i, j] = s, cur with [j] = s)
  let down = f64.exp (-r * dt)
  let n = f64.i64 p
  let v = replicate p 0
  let v = loop v for j < p do v with [j] = f64.max 0 (strike - x[t - 1, j])
  let v = loop v for k < t - 1 do
    let i = t - 2 - k
    let a = replicate 4 (replicate 4 0)
    let b = replicate 4 0
    let (a, b) = loop (a, b) for j < p do
      let m = x[i, j] / strike
      let f = [1, m, m ** 2, m ** 3]
      in loop (a, b) for c < 4 do
        let a = loop a for d < c + 1 do a with [c, d] = a[c, d] + f[c] * f[d]
        in (a, b with [c] = b[c] + f[c] * v[j] * down)
    let a = loop a for c < 4 do
      loop a for d < c + 1 do
        let s = a[c, d] / n + (if c == d then ridge else 0)
        let s = loop s for e < d do s - a[c, e] * a[d, e]
        in a with [c, d] = if c == d then f64.sqrt s else s / a[d, d]
    let b = loop b for c < 4 do
      let s = loop s = b[c] / n for d < c do s - a[c, d] * b[d]
      in b with [c] = s / a[c, c]
    let b = loop b for e < 4 do
      let c = 3 - e
      let s = loop s = b[c] for d in c + 1..<4 do s - a[d, c] * b[d]
      in b with [c] = s / a[c, c]
    in loop v for j < p do
      let m = x[i, j] / strike
      let hold = b[0] + m * (b[1] + m * (b[2] + m * b[3]))
      let now = strike - x[i, j]
      let now = if now > 0 then now else 0
      in v with [j] = if now > hold then now else hold
  in down * (loop s = 0 for j < p do s + v[j]) / n
-- sums of powers as a record of moments: one reduce; dates by foldr
type moments = { m: [7]f64, y: [4]f64 }
def moment [p][t] (dt: f64) (ridge: f64) (s0: f64) (strike: f64) (r: f64) (vol: [t]f64) (z: [p][t]f64) : f64 =
  let xs = map (path s0 r dt vol) z |> transpose
  let down = f64.exp (-r * dt)
  let back (x: [p]f64) (value: [p]f64) : [p]f64 =
    let one x v : moments =
      let m = x / strike
      let (m2, m3) = (m * m, m * m * m)
      in { m = [1, m, m2, m3, m2 * m2, m2 * m3, m3 * m3], y = map (* (down * v)) [1, m, m2, m3] }
    let plus (a: moments) (b: moments) : moments = { m = map2 (+) a.m b.m, y = map2 (+) a.y b.y }
    let s = reduce plus { m = replicate 7 0, y = replicate 4 0 } (map2 one x value)
    let a = tabulate_2d 4 4 (\i j -> s.m[i + j] / f64.i64 p + (if i == j then ridge else 0))
    let c = solve a (map (/ f64.i64 p) s.y)
    in map (\x -> let m = x / strike in f64.max (f64.max 0 (strike - x)) (foldr (\c s -> s * m + c) 0 c)) x
  let last = map (\x -> f64.max 0 (strike - x)) xs[t - 1]
  in down * (reduce (+) 0 (foldr back last xs[:t - 1]) / f64.i64 p)
entry primal_matrix [p][t] (dt: f64) (g: f64) (s: f64) (k: f64) (r: f64) (v: [t]f64) (z: [p][t]f64) = matrices dt g s k r v z
entry grad_matrix [p][t] (dt: f64) (g: f64) (s: f64) (k: f64) (r: f64) (v: [t]f64) (z: [p][t]f64) =
  vjp (\(s, k, r, v) -> matrices dt g s k r v z) (s, k, r, v) 1
entry primal_loop [p][t] (dt: f64) (g: f64) (s: f64) (k: f64) (r: f64) (v: [t]f64) (z: [p][t]f64) = loops dt g s k r v z
entry grad_loop [p][t] (dt: f64) (g: f64) (s: f64) (k: f64) (r: f64) (v: [t]f64) (z: [p][t]f64) = vjp (\(s, k, r, v) -> loops dt g s k r v z) (s, k, r, v) 1
entry primal_moment [p][t] (dt: f64) (g: f64) (s: f64) (k: f64) (r: f64) (v: [t]f64) (z: [p][t]f64) = moment dt g s k r v z
entry grad_moment [p][t] (dt: f64) (g: f64) (s: f64) (k: f64) (r: f64) (v: [t]f64) (z: [p][t]f64) = vjp (\(s, k, r, v) -> moment dt g s k r v z) (s, k, r, v) 1
