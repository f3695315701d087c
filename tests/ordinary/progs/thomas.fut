-- tridiagonal systems by Thomas: m systems of n equations; gradient by the diagonals and the right sides
def solve [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : [n]f64 =
  let (p, q) = loop (p, q) = (replicate n 0, replicate n 0) for i < n do
    let (pl, ql) = if i == 0 then (0, 0) else (p[i - 1], q[i - 1])
    let m = b[i] - a[i] * pl
    in (p with [i] = c[i] / m, q with [i] = (d[i] - a[i] * ql) / m)
  in loop x = q for r < n - 1 do
    let i = n - 2 - r
    in x with [i] = x[i] - p[i] * x[i + 1]
-- with scalars that are carried
def carried [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : [n]f64 =
  let (p, q, _, _) = loop (p, q, pl, ql) = (replicate n 0, replicate n 0, 0, 0) for i < n do
    let m = b[i] - a[i] * pl
    let (pl, ql) = (c[i] / m, (d[i] - a[i] * ql) / m)
    in (p with [i] = pl, q with [i] = ql, pl, ql)
  let (x, _) = loop (x, last) = (replicate n 0, 0) for r < n do
    let i = n - 1 - r
    let v = q[i] - p[i] * last
    in (x with [i] = v, v)
  in x
entry primal_map [m][n] (a: [m][n]f64) (b: [m][n]f64) (c: [m][n]f64) (d: [m][n]f64) (_y: [m][n]f64) = map4 solve a b c d
entry grad_map [m][n] (a: [m][n]f64) (b: [m][n]f64) (c: [m][n]f64) (d: [m][n]f64) (y: [m][n]f64) = vjp (\(a, b, c, d) -> map4 solve a b c d) (a, b, c, d) y
entry primal_carry [m][n] (a: [m][n]f64) (b: [m][n]f64) (c: [m][n]f64) (d: [m][n]f64) (_y: [m][n]f64) = map4 carried a b c d
entry grad_carry [m][n] (a: [m][n]f64) (b: [m][n]f64) (c: [m][n]f64) (d: [m][n]f64) (y: [m][n]f64) = vjp (\(a, b, c, d) -> map4 carried a b c d) (a, b, c, d) y
