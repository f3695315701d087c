-- successive over-relaxation in a plate, row by row in place, T sweeps; gradient by sources and the first values
def plate [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  loop u = copy u for _s < t do
    loop u for i in 1..<n - 1 do
      loop u for j in 1..<m - 1 do
        let g = (b[i, j] + u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) / 4
        in u with [i, j] = u[i, j] + 1.5 * (g - u[i, j])
def flat [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  let b = flatten b
  let u = loop u = copy (flatten u) for _s < t do
    loop u for i in 1..<n - 1 do
      loop u for j in 1..<m - 1 do
        let k = i * m + j
        let g = (b[k] + u[k - m] + u[k + m] + u[k - 1] + u[k + 1]) / 4
        in u with [k] = u[k] + 1.5 * (g - u[k])
  in unflatten u
-- a row at a time, its last value carried
def rows [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  loop u = copy u for _s < t do
    loop u for i in 1..<n - 1 do
      let (row, _) = loop (r, l) = (copy u[i], u[i, 0]) for j in 1..<m - 1 do
        let x = r[j] + 1.5 * ((b[i, j] + u[i - 1, j] + u[i + 1, j] + l + r[j + 1]) / 4 - r[j])
        in (r with [j] = x, x)
      in u with [i] = row
entry primal_loop [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (_y: [n][m]f64) = plate t b u
entry grad_loop [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (y: [n][m]f64) = vjp (\(b, u) -> plate t b u) (b, u) y
entry primal_flat [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (_y: [n][m]f64) = flat t b u
entry grad_flat [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (y: [n][m]f64) = vjp (\(b, u) -> flat t b u) (b, u) y
entry primal_rows [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (_y: [n][m]f64) = rows t b u
entry grad_rows [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (y: [n][m]f64) = vjp (\(b, u) -> rows t b u) (b, u) y
