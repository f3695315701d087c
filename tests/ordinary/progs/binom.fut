-- American puts by binomial trees of T steps, one for each option; sum of the prices, gradient by spots, strikes and volatilities
type tree [m] = { p: f64, disc: f64, price: [m]f64 }
def tree (t: i64) (s: f64) (sig: f64) : tree [2 * t + 1] =
  let dt = 1 / f64.i64 t
  let u = f64.exp (sig * f64.sqrt dt)
  let (r, d) = (f64.exp (0.05 * dt), 1 / u)
  in { p = (r - d) / (u - d), disc = 1 / r, price = tabulate (2 * t + 1) (\k -> s * u ** f64.i64 (k - t)) }
-- all cells of each level, those past its end left as they are
def masked (t: i64) (s: f64) (k: f64) (sig: f64) : f64 =
  let { p, disc, price } = tree t s sig
  let v = tabulate (t + 1) (\j -> f64.max 0 (k - price[2 * j]))
  let v = loop v for q < t do
    let l = t - 1 - q
    in tabulate (t + 1) (\j -> if j <= l then f64.max (k - price[2 * j - l + t]) (disc * (p * v[j + 1] + (1 - p) * v[j])) else v[j])
  in v[0]
-- levels that become shorter
def shorter (t: i64) (s: f64) (k: f64) (sig: f64) : f64 =
  let { p, disc, price } = tree t s sig
  let v = tabulate (t + 1) (\j -> f64.max 0 (k - price[2 * j]))
  let v = loop (v: []f64) for q < t do
    let l = t - 1 - q
    in map3 (\j a b -> f64.max (k - price[2 * j - l + t]) (disc * (p * b + (1 - p) * a))) (iota (l + 1)) (v[:l + 1] :> [l + 1]f64) (v[1:l + 2] :> [l + 1]f64)
  in v[0]
-- in place
def inplace (t: i64) (s: f64) (k: f64) (sig: f64) : f64 =
  let { p, disc, price } = tree t s sig
  let v = replicate (t + 1) 0
  let v = loop v for j < t + 1 do v with [j] = f64.max 0 (k - price[2 * j])
  let v = loop v for q < t do
    let l = t - 1 - q
    in loop v for j < l + 1 do
      let hold = disc * (p * v[j + 1] + (1 - p) * v[j])
      let now = k - price[2 * j - l + t]
      in v with [j] = if now > hold then now else hold
  in v[0]
def all [n] f (t: i64) (s: [n]f64) (k: [n]f64) (sig: [n]f64) : f64 = f64.sum (map3 (f t) s k sig)
entry primal_mask [n] (t: i64) (s: [n]f64) (k: [n]f64) (sig: [n]f64) = all masked t s k sig
entry grad_mask [n] (t: i64) (s: [n]f64) (k: [n]f64) (sig: [n]f64) = vjp (\(s, k, sig) -> all masked t s k sig) (s, k, sig) 1
entry primal_short [n] (t: i64) (s: [n]f64) (k: [n]f64) (sig: [n]f64) = all shorter t s k sig
entry grad_short [n] (t: i64) (s: [n]f64) (k: [n]f64) (sig: [n]f64) = vjp (\(s, k, sig) -> all shorter t s k sig) (s, k, sig) 1
entry primal_loop [n] (t: i64) (s: [n]f64) (k: [n]f64) (sig: [n]f64) = all inplace t s k sig
entry grad_loop [n] (t: i64) (s: [n]f64) (k: [n]f64) (sig: [n]f64) = vjp (\(s, k, sig) -> all inplace t s k sig) (s, k, sig) 1
