-- log det by LU without pivots: elements in place, slices of rows, whole matrices, maps of rows, rows by their index, rows behind
-- the pivot's, columns, inner products, blocks
def logdet [n] (l: [n][n]f64) = f64.sum (map (\i -> f64.log l[i, i]) (iota n))
def loop_ [n] (a: [n][n]f64) = loop a = copy a for k < n do
  loop a for i in k + 1..<n do
    let f = a[i, k] / a[k, k]
    let a = a with [i, k] = f
    in loop a for j in k + 1..<n do a with [i, j] = a[i, j] - f * a[k, j]
def slice [n] (a: [n][n]f64) = loop a = copy a for k < n do
  loop a for i in k + 1..<n do
    let f = a[i, k] / a[k, k]
    let a = a with [i, k] = f
    in a with [i, k + 1:] = map2 (\x p -> x - f * p) a[i, k + 1:] a[k, k + 1:]
def outer [n] (a: [n][n]f64) = loop a = copy a for k < n do
  tabulate_2d n n (\i j -> if i > k && j > k then a[i, j] - a[i, k] / a[k, k] * a[k, j] else a[i, j])
def rows [n] (a: [n][n]f64) = loop a = copy a for k < n do
  let p = copy a[k]
  in map2 (\i r -> if i <= k then r else let f = r[k] / p[k] in map2 (\x y -> x - f * y) r p) (iota n) a
def tab [n] (a: [n][n]f64) = loop a = copy a for k < n do
  tabulate n (\i -> if i > k then let f = a[i, k] / a[k, k] in map2 (\x y -> x - f * y) a[i] a[k] else a[i])
def behind [n] (a: [n][n]f64) = loop a = copy a for k < n do
  a with [k + 1:] = map (\r -> let f = r[k] / a[k, k] in map2 (\x y -> x - f * y) r a[k]) a[k + 1:]
def cols [n] (a: [n][n]f64) = loop a = copy a for k < n do
  let a = loop a for i in k + 1..<n do a with [i, k] = a[i, k] / a[k, k]
  in loop a for j in k + 1..<n do
    loop a for i in k + 1..<n do a with [i, j] = a[i, j] - a[i, k] * a[k, j]
def dots [n] (a: [n][n]f64) = loop a = copy a for i < n do
  let a = loop a for j < i do
    a with [i, j] = (a[i, j] - f64.sum (map2 (*) a[i, :j] a[:j, j])) / a[j, j]
  in loop a for j in i..<n do
    a with [i, j] = a[i, j] - f64.sum (map2 (*) a[i, :i] a[:i, j])
-- the trailing block as a slice
def block [n] (a: [n][n]f64) = loop a = copy a for k < n do
  let a = a with [k + 1:, k] = map (/ a[k, k]) a[k + 1:, k]
  in a with [k + 1:, k + 1:] = map2 (\f r -> map2 (\x p -> x - f * p) r a[k, k + 1:]) a[k + 1:, k] a[k + 1:, k + 1:]
entry primal_loop [n] (a: [n][n]f64) = logdet (loop_ a)
entry grad_loop [n] (a: [n][n]f64) = vjp (\a -> logdet (loop_ a)) a 1
entry primal_slice [n] (a: [n][n]f64) = logdet (slice a)
entry grad_slice [n] (a: [n][n]f64) = vjp (\a -> logdet (slice a)) a 1
entry primal_outer [n] (a: [n][n]f64) = logdet (outer a)
entry grad_outer [n] (a: [n][n]f64) = vjp (\a -> logdet (outer a)) a 1
entry primal_rows [n] (a: [n][n]f64) = logdet (rows a)
entry grad_rows [n] (a: [n][n]f64) = vjp (\a -> logdet (rows a)) a 1
entry primal_tab [n] (a: [n][n]f64) = logdet (tab a)
entry grad_tab [n] (a: [n][n]f64) = vjp (\a -> logdet (tab a)) a 1
entry primal_behind [n] (a: [n][n]f64) = logdet (behind a)
entry grad_behind [n] (a: [n][n]f64) = vjp (\a -> logdet (behind a)) a 1
entry primal_cols [n] (a: [n][n]f64) = logdet (cols a)
entry grad_cols [n] (a: [n][n]f64) = vjp (\a -> logdet (cols a)) a 1
entry primal_dots [n] (a: [n][n]f64) = logdet (dots a)
entry grad_dots [n] (a: [n][n]f64) = vjp (\a -> logdet (dots a)) a 1
entry primal_block [n] (a: [n][n]f64) = logdet (block a)
entry grad_block [n] (a: [n][n]f64) = vjp (\a -> logdet (block a)) a 1
