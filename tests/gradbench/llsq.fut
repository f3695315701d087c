-- Least squares of GradBench (llsq_obj of cmpad): a polynomial with m coefficients is fitted to the sign of t at n places in [-1, 1].
def objective [m] (x: [m]f64) (n: i64): f64 =
  let square i =
    let t = -1 + f64.i64 i * 2 / f64.i64 (n - 1)
    let (fit, _) = loop (fit, power) = (0, 1) for c in x do (fit + c * power, power * t)
    let r = f64.sgn t - fit
    in r * r
  in 0.5 * f64.sum (tabulate n square)

entry primal = objective

entry gradient [m] (x: [m]f64) (n: i64) = vjp (\x -> objective x n) x 1
