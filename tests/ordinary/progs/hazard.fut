-- proportional hazards: subjects in the order of their times, the risk set of each a suffix; log partial likelihood, gradient by the coefficients
def scores [n][d] (w: [d]f64) (xs: [n][d]f64) = map (\x -> f64.sum (map2 (*) w x)) xs
def soac [n][d] (w: [d]f64) (xs: [n][d]f64) (events: [n]bool) =
  let eta = scores w xs
  let risk = reverse (scan (+) 0 (reverse (map f64.exp eta)))
  in f64.sum (map3 (\e r v -> if v then e - f64.log r else 0) eta risk events)
def loops [n][d] (w: [d]f64) (xs: [n][d]f64) (events: [n]bool) =
  let (_, l) = loop (risk, l) = (0, 0) for k < n do
    let i = n - 1 - k
    let eta = loop s = 0 for j < d do s + w[j] * xs[i, j]
    let risk = risk + f64.exp eta
    in (risk, if events[i] then l + eta - f64.log risk else l)
  in l
entry primal_soac [n][d] (w: [d]f64) (xs: [n][d]f64) (v: [n]i64) = soac w xs (map (> 0) v)
entry grad_soac [n][d] (w: [d]f64) (xs: [n][d]f64) (v: [n]i64) = vjp (\w -> soac w xs (map (> 0) v)) w 1
entry primal_loop [n][d] (w: [d]f64) (xs: [n][d]f64) (v: [n]i64) = loops w xs (map (> 0) v)
entry grad_loop [n][d] (w: [d]f64) (xs: [n][d]f64) (v: [n]i64) = vjp (\w -> loops w xs (map (> 0) v)) w 1
