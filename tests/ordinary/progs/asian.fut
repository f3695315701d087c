-- an Asian call by simulation: paths from a linear congruential generator, in loops; gradient by spot, volatility and rate
def next (s: u64) : u64 = s * 6364136223846793005 + 1442695040888963407
def shock (s: u64) : f64 = 3.4641016151377544 * (f64.u64 (s >> 11) * 1.1102230246251565e-16 - 0.5)
def start (i: i64) : u64 = next (next (u64.i64 i * 0x9E3779B97F4A7C15))
def path (t: i64) (p: [3]f64) (i: i64) : f64 =
  let dt = 1 / f64.i64 t
  let drift = (p[2] - p[1] * p[1] / 2) * dt
  let vol = p[1] * f64.sqrt dt
  let (_, _, sum) = loop (g, s, sum) = (start i, p[0], 0) for _k < t do
    let g = next g
    let s = s * f64.exp (drift + vol * shock g)
    in (g, s, sum + s)
  in f64.exp (-p[2]) * f64.max 0 (sum / f64.i64 t - 1)
def maps (n: i64) (t: i64) (p: [3]f64) : f64 = f64.sum (map (path t p) (iota n)) / f64.i64 n
def loops (n: i64) (t: i64) (p: [3]f64) : f64 =
  let dt = 1 / f64.i64 t
  let all = loop all = 0 for i < n do
    let (g, s, sum) = (start i, p[0], 0)
    let (_, _, sum) = loop (g, s, sum) for _k < t do
      let g = next g
      let s = s * f64.exp ((p[2] - p[1] * p[1] / 2) * dt + p[1] * f64.sqrt dt * shock g)
      in (g, s, sum + s)
    let mean = sum / f64.i64 t
    in if mean > 1 then all + mean - 1 else all
  in f64.exp (-p[2]) * all / f64.i64 n
-- shocks of a path in an array, then a scan
def scans (n: i64) (t: i64) (p: [3]f64) : f64 =
  let dt = 1 / f64.i64 t
  let shocks i = (loop (g, zs) = (start i, replicate t 0) for k < t do
    let g = next g
    in (g, zs with [k] = shock g)).1
  let value i =
    let logs = scan (+) 0 (map (\z -> (p[2] - p[1] ** 2 / 2) * dt + p[1] * f64.sqrt dt * z) (shocks i))
    in f64.exp (-p[2]) * f64.max 0 (p[0] * f64.sum (map f64.exp logs) / f64.i64 t - 1)
  in f64.sum (tabulate n value) / f64.i64 n
entry primal_map (n: i64) (t: i64) (p: [3]f64) = maps n t p
entry grad_map (n: i64) (t: i64) (p: [3]f64) = vjp (maps n t) p 1
entry primal_loop (n: i64) (t: i64) (p: [3]f64) = loops n t p
entry grad_loop (n: i64) (t: i64) (p: [3]f64) = vjp (loops n t) p 1
entry primal_scan (n: i64) (t: i64) (p: [3]f64) = scans n t p
entry grad_scan (n: i64) (t: i64) (p: [3]f64) = vjp (scans n t) p 1
