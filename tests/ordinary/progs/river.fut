-- rain through the reaches of a river to its mouth: each is a reservoir that empties at its rate (implicit steps) into the one below; squared distance of
-- what leaves the mouth to what was measured, gradient by rates and first storages; reaches are in levels, the highest first, down[i] > i
-- step by step, reach by reach, what flows in is added in place
def loops [n][t] (dt: f64) (down: [n]i64) (area: [n]f64) (rain: [t]f64) (rate: [n]f64) (first: [n]f64) : [t]f64 =
  let (_, out) = loop (s, out) = (copy first, replicate t 0) for k < t do
    let (s, q) = loop (s, q) = (s, replicate (n + 1) 0) for i < n do
      let x = (s[i] + dt * (q[i] + rain[k] * area[i])) / (1 + dt * rate[i])
      in (s with [i] = x, q with [down[i]] = q[down[i]] + rate[i] * x)
    in (s, out with [k] = q[n])
  in out
-- level by level, flows are added by a histogram
def levels [n][t][l] (dt: f64) (off: [l]i64) (down: [n]i64) (area: [n]f64) (rain: [t]f64) (rate: [n]f64) (first: [n]f64) : [t]f64 =
  let step (s: [n]f64) (r: f64) : ([n]f64, f64) =
    let (s, q) = loop (s, q) = (copy s, replicate (n + 1) 0) for j < l - 1 do
      let (lo, hi) = (off[j], off[j + 1])
      let x = map4 (\s q a k -> (s + dt * (q + r * a)) / (1 + dt * k)) s[lo:hi] q[lo:hi] area[lo:hi] rate[lo:hi]
      let q = reduce_by_index q (+) 0 down[lo:hi] (map2 (*) rate[lo:hi] x)
      in (s with [lo:hi] = x, q)
    in (s, q[n])
  let (_, out) = loop (s, out) = (first, replicate t 0) for k < t do
    let (s, q) = step s rain[k]
    in (s, out with [k] = q)
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
entry primal_loop [n][t][l] (dt: f64) (_o: [l]i64) (d: [n]i64) (a: [n]f64) (r: [t]f64) (y: [t]f64) (k: [n]f64) (s: [n]f64) = loss (loops dt d a r k s) y
entry grad_loop [n][t][l] (dt: f64) (_o: [l]i64) (d: [n]i64) (a: [n]f64) (r: [t]f64) (y: [t]f64) (k: [n]f64) (s: [n]f64) =
  vjp (\(k, s) -> loss (loops dt d a r k s) y) (k, s) 1
entry primal_level [n][t][l] (dt: f64) (o: [l]i64) (d: [n]i64) (a: [n]f64) (r: [t]f64) (y: [t]f64) (k: [n]f64) (s: [n]f64) = loss (levels dt o d a r k s) y
entry grad_level [n][t][l] (dt: f64) (o: [l]i64) (d: [n]i64) (a: [n]f64) (r: [t]f64) (y: [t]f64) (k: [n]f64) (s: [n]f64) =
  vjp (\(k, s) -> loss (levels dt o d a r k s) y) (k, s) 1
entry primal_series [n][t][l] (dt: f64) (_o: [l]i64) (d: [n]i64) (a: [n]f64) (r: [t]f64) (y: [t]f64) (k: [n]f64) (s: [n]f64) = loss (series dt d a r k s) y
entry grad_series [n][t][l] (dt: f64) (_o: [l]i64) (d: [n]i64) (a: [n]f64) (r: [t]f64) (y: [t]f64) (k: [n]f64) (s: [n]f64) =
  vjp (\(k, s) -> loss (series dt d a r k s) y) (k, s) 1
