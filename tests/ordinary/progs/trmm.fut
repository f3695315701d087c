-- C = L B with a lower triangular L, stored as a square; gradient by L and B
def loops [n][m] (l: [n][n]f64) (b: [n][m]f64) : [n][m]f64 =
  loop c = replicate n (replicate m 0) for i < n do
    loop c for k < i + 1 do
      loop c for j < m do c with [i, j] = c[i, j] + l[i, k] * b[k, j]
def dots [n][m] (l: [n][n]f64) (b: [n][m]f64) : [n][m]f64 =
  tabulate_2d n m (\i j -> loop s = 0 for k < i + 1 do s + l[i, k] * b[k, j])
def mask [n][m] (l: [n][n]f64) (b: [n][m]f64) : [n][m]f64 =
  tabulate_2d n m (\i j -> f64.sum (tabulate n (\k -> if k <= i then l[i, k] * b[k, j] else 0)))
def slice [n][m] (l: [n][n]f64) (b: [n][m]f64) : [n][m]f64 =
  tabulate_2d n m (\i j -> f64.sum (map2 (*) l[i, :i + 1] b[:i + 1, j]))
entry primal_loop [n][m] (l: [n][n]f64) (b: [n][m]f64) (_y: [n][m]f64) = loops l b
entry grad_loop [n][m] (l: [n][n]f64) (b: [n][m]f64) (y: [n][m]f64) = vjp (\(l, b) -> loops l b) (l, b) y
entry primal_dot [n][m] (l: [n][n]f64) (b: [n][m]f64) (_y: [n][m]f64) = dots l b
entry grad_dot [n][m] (l: [n][n]f64) (b: [n][m]f64) (y: [n][m]f64) = vjp (\(l, b) -> dots l b) (l, b) y
entry primal_mask [n][m] (l: [n][n]f64) (b: [n][m]f64) (_y: [n][m]f64) = mask l b
entry grad_mask [n][m] (l: [n][n]f64) (b: [n][m]f64) (y: [n][m]f64) = vjp (\(l, b) -> mask l b) (l, b) y
entry primal_slice [n][m] (l: [n][n]f64) (b: [n][m]f64) (_y: [n][m]f64) = slice l b
entry grad_slice [n][m] (l: [n][n]f64) (b: [n][m]f64) (y: [n][m]f64) = vjp (\(l, b) -> slice l b) (l, b) y
