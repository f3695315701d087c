-- red and black relaxation of a plate with a reaction, T sweeps; gradient by sources and what is at first
def solve (b: f64) (s: f64) (u: f64) : f64 = u - (4 * u - s + 0.5 * u * u * u - b) / (4 + 1.5 * u * u)
def masked [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  loop u for s < 2 * t do
    tabulate_2d n m (\i j ->
      if i == 0 || j == 0 || i == n - 1 || j == m - 1 || (i + j + s) % 2 == 1 then u[i, j]
      else solve b[i, j] (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) u[i, j])
def strided [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  loop u = copy u for s < 2 * t do
    loop u for i in 1..<n - 1 do
      let first = if (i + 1 + s) % 2 == 0 then 1 else 2
      in loop u for j in first..first + 2..<m - 1 do
        let x = u[i, j]
        let f = 4 * x - u[i - 1, j] - u[i + 1, j] - u[i, j - 1] - u[i, j + 1] + 0.5 * x ** 3 - b[i, j]
        in u with [i, j] = x - f / (4 + 1.5 * x * x)
-- all cells of one colour, in place, with a condition
def checked [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) : [n][m]f64 =
  loop u = copy u for _s < t do
    loop u for colour < 2 do
      loop u for i in 1..<n - 1 do
        loop u for j in 1..<m - 1 do
          if (i + j + colour) % 2 == 0
          then u with [i, j] = solve b[i, j] (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) u[i, j]
          else u
entry primal_mask [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (_y: [n][m]f64) = masked t b u
entry grad_mask [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (y: [n][m]f64) = vjp (\(b, u) -> masked t b u) (b, u) y
entry primal_stride [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (_y: [n][m]f64) = strided t b u
entry grad_stride [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (y: [n][m]f64) = vjp (\(b, u) -> strided t b u) (b, u) y
entry primal_check [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (_y: [n][m]f64) = checked t b u
entry grad_check [n][m] (t: i64) (b: [n][m]f64) (u: [n][m]f64) (y: [n][m]f64) = vjp (\(b, u) -> checked t b u) (b, u) y
