-- upwind advection with a minmod limiter in a ring, T steps; gradient by the speeds and what is at first
def minmod (a: f64) (b: f64) = if a * b <= 0 then 0 else if f64.abs a < f64.abs b then a else b
def shifted [n] (t: i64) (c: [n]f64) (u: [n]f64) : [n]f64 =
  loop u for _i < t do
    let du = map2 (-) (rotate 1 u) u
    let s = map2 minmod (rotate (-1) du) du
    let flux = map3 (\c u s -> c * (u + 0.5 * (1 - c) * s)) c u s
    in map3 (\u f g -> u - (f - g)) u flux (rotate (-1) flux)
def indexed [n] (t: i64) (c: [n]f64) (u: [n]f64) : [n]f64 =
  loop u for _i < t do
    let flux = tabulate n (\i ->
      let (l, r) = ((i + n - 1) % n, (i + 1) % n)
      in c[i] * (u[i] + 0.5 * (1 - c[i]) * minmod (u[i] - u[l]) (u[r] - u[i])))
    in tabulate n (\i -> u[i] - flux[i] + flux[if i == 0 then n - 1 else i - 1])
def inplace [n] (t: i64) (c: [n]f64) (u: [n]f64) : [n]f64 =
  loop u = copy u for _k < t do
    let flux = loop f = replicate n 0 for i < n do
      let a = u[i] - u[if i == 0 then n - 1 else i - 1]
      let b = u[if i == n - 1 then 0 else i + 1] - u[i]
      let s = if a > 0 && b > 0 then f64.min a b else if a < 0 && b < 0 then f64.max a b else 0
      in f with [i] = c[i] * (u[i] + 0.5 * (1 - c[i]) * s)
    in loop u for i < n do u with [i] = u[i] - (flux[i] - flux[if i == 0 then n - 1 else i - 1])
entry primal_shift [n] (t: i64) (c: [n]f64) (u: [n]f64) (_y: [n]f64) = shifted t c u
entry grad_shift [n] (t: i64) (c: [n]f64) (u: [n]f64) (y: [n]f64) = vjp (\(c, u) -> shifted t c u) (c, u) y
entry primal_index [n] (t: i64) (c: [n]f64) (u: [n]f64) (_y: [n]f64) = indexed t c u
entry grad_index [n] (t: i64) (c: [n]f64) (u: [n]f64) (y: [n]f64) = vjp (\(c, u) -> indexed t c u) (c, u) y
entry primal_loop [n] (t: i64) (c: [n]f64) (u: [n]f64) (_y: [n]f64) = inplace t c u
entry grad_loop [n] (t: i64) (c: [n]f64) (u: [n]f64) (y: [n]f64) = vjp (\(c, u) -> inplace t c u) (c, u) y
