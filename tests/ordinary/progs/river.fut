-- rain through the reaches of a river to its mouth: each is a reservoir that empties at its rate (implicit steps) into the one below; squared distance of
-- what leaves the mouth to what was measured, gradient by rates and first storages; down[i] > i
-- step by step, reach by reach, what flows in is added in place
def loops [n][t] (dt: f64) (down: [n]i64) (area: [n]f64) (rain: [t]f64) (rate: [n]f64) (first: [n]f64) : [t]f64 =
  let (_, out) = loop (s, out) = (copy first, replicate t 0) for k < t do
    let (s, q) = loop (s, q) = (s, replicate (n + 1) 0) for i < n do
      let x = (s[i] + dt * (q[i] + rain[k] * area[i])) / (1 + dt * rate[i])
      in (s with [i] = x, q with [down[i]] = q[down[i]] + rate[i] * x)
    in (s, out with [k] = q[n])
  in out
-- reach by reach, all times of it
def series [n][t] (dt: f64) (down: [n]i64) (area: [n]f64) (rain: [t]f64) (rate: [n]f64) (first: [n]f64) : [t]f64 =
  let q = loop q = replicate (n + 1) (replicate t 0) for i < n do
    let f = 1 / (1 + dt * rate[i])
    let gain = map2 (\q r -> f * dt * (q + r * area[i])) q[i] rain
    let s = scan (\(a, x) (b, y) -> (a * b, b * x + y)) (1, 0) (map (\g -> (f, g)) gain) |> map (\(a, x) -> a * first[i] + x)
    in q with [down[i]] = map2 (\q s -> q + rate[i] * s) q[down[i]] s
  in q[n]
def loss [t] (q: [t]f64) (want: [t]f64) : f64 = f64.sum (map2 (\a b -> (a - b) ** 2) q want)
entry primal_loop [n][t] (dt: f64) (d: [n]i64) (a: [n]f64) (r: [t]f64) (y: [t]f64) (k: [n]f64) (s: [n]f64) = loss (loops dt d a r k s) y
entry grad_loop [n][t] (dt: f64) (d: [n]i64) (a: [n]f64) (r: [t]f64) (y: [t]f64) (k: [n]f64) (s: [n]f64) =
  vjp (\(k, s) -> loss (loops dt d a r k s) y) (k, s) 1
entry primal_series [n][t] (dt: f64) (d: [n]i64) (a: [n]f64) (r: [t]f64) (y: [t]f64) (k: [n]f64) (s: [n]f64) = loss (series dt d a r k s) y
entry grad_series [n][t] (dt: f64) (d: [n]i64) (a: [n]f64) (r: [t]f64) (y: [t]f64) (k: [n]f64) (s: [n]f64) =
  vjp (\(k, s) -> loss (series dt d a r k s) y) (k, s) 1
