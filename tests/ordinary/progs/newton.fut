-- Kepler's equation E - e sin E = M by Newton's method at many points, each as often as it needs; gradient by e and M through the iterations
def until (e: f64) (m: f64) : f64 =
  (loop (x, d) = (m, 1) while f64.abs d > 1e-12 do
     let d = (x - e * f64.sin x - m) / (1 - e * f64.cos x)
     in (x - d, d)).0
def bounded (e: f64) (m: f64) : f64 =
  let (x, _) = loop (x, k) = (m, 0i64) while k < 30 && f64.abs (x - e * f64.sin x - m) > 1e-12 do
    (x - (x - e * f64.sin x - m) / (1 - e * f64.cos x), k + 1)
  in x
entry primal_while [n] (e: [n]f64) (m: [n]f64) = f64.sum (map2 until e m)
entry grad_while [n] (e: [n]f64) (m: [n]f64) = vjp (\(e, m) -> f64.sum (map2 until e m)) (e, m) 1
entry primal_bound [n] (e: [n]f64) (m: [n]f64) = f64.sum (map2 bounded e m)
entry grad_bound [n] (e: [n]f64) (m: [n]f64) = vjp (\(e, m) -> f64.sum (map2 bounded e m)) (e, m) 1
