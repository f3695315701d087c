-- one long tridiagonal system by Thomas; gradient by the diagonals and the right side
def solve [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : [n]f64 =
  let (p, q) = loop (p, q) = (replicate n 0, replicate n 0) for i < n do
    let (pl, ql) = if i == 0 then (0, 0) else (p[i - 1], q[i - 1])
    let m = b[i] - a[i] * pl
    in (p with [i] = c[i] / m, q with [i] = (d[i] - a[i] * ql) / m)
  in loop x = q for r < n - 1 do
    let i = n - 2 - r
    in x with [i] = x[i] - p[i] * x[i + 1]
-- in place of the diagonal and the right side, as textbooks have it
def inplace [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) : [n]f64 =
  let (b, d) = loop (b, d) = (copy b, copy d) for i in 1..<n do
    let w = a[i] / b[i - 1]
    in (b with [i] = b[i] - w * c[i - 1], d with [i] = d[i] - w * d[i - 1])
  let x = d with [n - 1] = d[n - 1] / b[n - 1]
  in loop x for r < n - 1 do
    let i = n - 2 - r
    in x with [i] = (x[i] - c[i] * x[i + 1]) / b[i]
entry primal_loop [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) (_y: [n]f64) = solve a b c d
entry grad_loop [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) (y: [n]f64) = vjp (\(a, b, c, d) -> solve a b c d) (a, b, c, d) y
entry primal_place [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) (_y: [n]f64) = inplace a b c d
entry grad_place [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (d: [n]f64) (y: [n]f64) = vjp (\(a, b, c, d) -> inplace a b c d) (a, b, c, d) y
