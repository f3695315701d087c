-- Options priced three ways: by formula, on a binomial tree, by quasi-random simulation; the Greeks by derivatives.
-- ==
-- entry: formula
-- input { [90.0, 100.0, 110.0] } output { [5.091222078817552, 10.450583572185565, 17.662953740590453] }
-- entry: tree
-- input { 400i64 } output { true true }
-- entry: simulated
-- input { 4096i64 } output { true }
-- entry: greeks
-- input {} output { true true }
type option = {strike: f64, years: f64, rate: f64, vol: f64, call: bool}

def normal_cdf (x: f64): f64 = 0.5 * f64.erfc (-x / f64.sqrt 2)

def black_scholes (o: option) (spot: f64): f64 =
  let dev = o.vol * f64.sqrt o.years
  let d1 = (f64.log (spot / o.strike) + (o.rate + o.vol ** 2 / 2) * o.years) / dev
  let discount = f64.exp (-o.rate * o.years)
  let sign = if o.call then 1 else -1
  in sign * (spot * normal_cdf (sign * d1) - discount * o.strike * normal_cdf (sign * (d1 - dev)))

def payoff (o: option) (s: f64) = f64.max 0 (if o.call then s - o.strike else o.strike - s)

def binomial (early: bool) (o: option) (spot: f64) (n: i64): f64 =
  let dt = o.years / f64.i64 n
  let up = f64.exp (o.vol * f64.sqrt dt)
  let p = (f64.exp (o.rate * dt) - 1 / up) / (up - 1 / up)
  let discount = f64.exp (-o.rate * dt)
  let price level i = spot * up ** f64.i64 (2 * i - level)
  let last = tabulate (n + 1) (payoff o <-< price n)
  let values =
    loop v = last for k < n do
      let level = n - 1 - k
      in tabulate (n + 1) (\i ->
           if i > level then 0
           else let hold = discount * (p * v[i + 1] + (1 - p) * v[i])
                in if early then f64.max hold (payoff o (price level i)) else hold)
  in values[0]

-- The radical inverse of i in base b: points that fill the unit interval evenly.
def halton (b: i64) (i: i64): f64 =
  (loop (x, f, i) = (0, 1 / f64.i64 b, i) while i > 0 do (x + f * f64.i64 (i % b), f / f64.i64 b, i / b)).0

def simulate (o: option) (spot: f64) (n: i64): f64 =
  let dev = o.vol * f64.sqrt o.years
  let drift = (o.rate - o.vol ** 2 / 2) * o.years
  let path i =
    let (u, v) = (halton 2 i, halton 3 i)
    let z = f64.sqrt (-2 * f64.log u) * f64.cos (2 * f64.pi * v)
    in payoff o (spot * f64.exp (drift + dev * z))
  in f64.exp (-o.rate * o.years) * f64.sum (map path (1...n)) / f64.i64 n

def call: option = {strike = 100, years = 1, rate = 0.05, vol = 0.2, call = true}
def put = call with call = false

entry formula = map (black_scholes call)
entry tree (n: i64) =
  (f64.abs (binomial false call 100 n - black_scholes call 100) < 0.01,
   binomial true put 90 n > black_scholes put 90)
entry simulated (n: i64) = f64.abs (simulate call 100 n - black_scholes call 100) < 0.05
entry greeks =
  let (price, delta) = jvp2 (black_scholes call) 100 1
  let vega = jvp (\v -> black_scholes (call with vol = v) 100) 0.2 1
  let parity = black_scholes put 100 - price + 100 - 100 * f64.exp (-0.05)
  in (f64.abs (delta - 0.6368306511756191) < 1e-9 && f64.abs (vega - 37.52403469169379) < 1e-8, f64.abs parity < 1e-9)
