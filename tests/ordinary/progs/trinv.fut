-- inverse of a lower triangle: elements by columns, elements by rows, rows with maps, columns with slices, by rows added up
def loss [n] (x: [n][n]f64) = f64.sum (map2 (\i r -> f64.sum (map2 (\j x -> x * x * f64.i64 (1 + (i + j) % 3)) (iota n) r)) (iota n) x)
def cols [n] (l: [n][n]f64) = loop x = replicate n (replicate n 0) for j < n do
  let x = x with [j, j] = 1 / l[j, j]
  in loop x for i in j + 1..<n do
    let s = loop s = 0 for k in j..<i do s + l[i, k] * x[k, j]
    in x with [i, j] = -s / l[i, i]
def rows [n] (l: [n][n]f64) = loop x = replicate n (replicate n 0) for i < n do
  let x = loop x for j < i do
    let s = loop s = 0 for k in j..<i do s + l[i, k] * x[k, j]
    in x with [i, j] = -s / l[i, i]
  in x with [i, i] = 1 / l[i, i]
def soac [n] (l: [n][n]f64) = loop x = replicate n (replicate n 0) for i < n do
  x with [i] = map (\j -> ((if i == j then 1 else 0) - f64.sum (map2 (*) l[i, :i] x[:i, j])) / l[i, i]) (iota n)
def solves [n] (l: [n][n]f64) = transpose (tabulate n (\j ->
  loop x = replicate n 0 for i < n do
    x with [i] = ((if i == j then 1 else 0) - f64.sum (map2 (*) l[i, :i] x[:i])) / l[i, i]))
def added [n] (l: [n][n]f64) = loop x = replicate n (replicate n 0) for i < n do
  let r = loop r = replicate n 0 for k < i do map2 (\r y -> r - l[i, k] * y) r x[k]
  in x with [i] = map (/ l[i, i]) (r with [i] = 1)
entry primal_cols [n] (a: [n][n]f64) = loss (cols a)
entry grad_cols [n] (a: [n][n]f64) = vjp (\a -> loss (cols a)) a 1
entry primal_rows [n] (a: [n][n]f64) = loss (rows a)
entry grad_rows [n] (a: [n][n]f64) = vjp (\a -> loss (rows a)) a 1
entry primal_soac [n] (a: [n][n]f64) = loss (soac a)
entry grad_soac [n] (a: [n][n]f64) = vjp (\a -> loss (soac a)) a 1
entry primal_solves [n] (a: [n][n]f64) = loss (solves a)
entry grad_solves [n] (a: [n][n]f64) = vjp (\a -> loss (solves a)) a 1
entry primal_added [n] (a: [n][n]f64) = loss (added a)
entry grad_added [n] (a: [n][n]f64) = vjp (\a -> loss (added a)) a 1
