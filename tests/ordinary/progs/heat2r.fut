-- heat in a plate with a conductivity for each cell, explicit, T steps; nothing goes through the border; gradient by the conductivity and what is at first
-- by an index that reflects at the border
def reflected (n: i64) (i: i64) = if i < 0 then -i - 1 else if i >= n then 2 * n - 1 - i else i
def held (n: i64) (i: i64) = i64.max 0 (i64.min (n - 1) i)
def cells [n][m] (at: i64 -> i64 -> i64) (t: i64) (k: [n][m]f64) (u: [n][m]f64) =
  loop u for _i < t do
    tabulate_2d n m (\i j -> u[i, j] + k[i, j] * (u[at n (i - 1), j] + u[at n (i + 1), j] + u[i, at m (j - 1)] + u[i, at m (j + 1)] - 4 * u[i, j]))
-- row by row
def rows [n][m] (t: i64) (k: [n][m]f64) (u: [n][m]f64) =
  loop u for _i < t do
    map3 (\i r ks -> map3 (\j x k -> x + k * (u[reflected n (i - 1), j] + u[reflected n (i + 1), j] + r[reflected m (j - 1)] + r[reflected m (j + 1)] - 4 * x)) (iota m) r ks) (iota n) u k
entry primal_reflect [n][m] (t: i64) (k: [n][m]f64) (u: [n][m]f64) (_y: [n][m]f64) = cells reflected t k u
entry grad_reflect [n][m] (t: i64) (k: [n][m]f64) (u: [n][m]f64) (y: [n][m]f64) = vjp (\(k, u) -> cells reflected t k u) (k, u) y
entry primal_clamp [n][m] (t: i64) (k: [n][m]f64) (u: [n][m]f64) (_y: [n][m]f64) = cells held t k u
entry grad_clamp [n][m] (t: i64) (k: [n][m]f64) (u: [n][m]f64) (y: [n][m]f64) = vjp (\(k, u) -> cells held t k u) (k, u) y
entry primal_rows [n][m] (t: i64) (k: [n][m]f64) (u: [n][m]f64) (_y: [n][m]f64) = rows t k u
entry grad_rows [n][m] (t: i64) (k: [n][m]f64) (u: [n][m]f64) (y: [n][m]f64) = vjp (\(k, u) -> rows t k u) (k, u) y
