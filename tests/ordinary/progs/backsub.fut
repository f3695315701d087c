-- back substitution with the transpose of a lower triangle, L' x = b: rows that are taken off slice by slice, element by element and under
-- a condition, inner products with columns, with rows of the transpose, and under a condition
def right [n] (l: [n][n]f64) (b: [n]f64) : [n]f64 =
  (loop (x, t) = (replicate n 0, copy b) for k < n do
    let i = n - 1 - k
    let v = t[i] / l[i, i]
    in (x with [i] = v, t with [:i] = map2 (\t l -> t - l * v) t[:i] l[i, :i])).0
def inplace [n] (l: [n][n]f64) (b: [n]f64) : [n]f64 =
  loop x = copy b for k < n do
    let i = n - 1 - k
    let v = x[i] / l[i, i]
    let x = x with [i] = v
    in loop x for j < i do x with [j] = x[j] - l[i, j] * v
def whole [n] (l: [n][n]f64) (b: [n]f64) : [n]f64 =
  loop x = copy b for k < n do
    let i = n - 1 - k
    let v = x[i] / l[i, i]
    in map3 (\j x l -> if j < i then x - l * v else if j == i then v else x) (iota n) x l[i]
def dots [n] (l: [n][n]f64) (b: [n]f64) : [n]f64 =
  loop x = replicate n 0 for k < n do
    let i = n - 1 - k
    in x with [i] = (b[i] - f64.sum (map2 (*) l[i + 1:, i] x[i + 1:])) / l[i, i]
def upper [n] (l: [n][n]f64) (b: [n]f64) : [n]f64 =
  let u = transpose l
  in loop x = replicate n 0 for k < n do
    let i = n - 1 - k
    let s = loop s = b[i] for j in i + 1..<n do s - u[i, j] * x[j]
    in x with [i] = s / u[i, i]
def masked [n] (l: [n][n]f64) (b: [n]f64) : [n]f64 =
  loop x = replicate n 0 for k < n do
    let i = n - 1 - k
    in x with [i] = (b[i] - f64.sum (map (\j -> if j > i then l[j, i] * x[j] else 0) (iota n))) / l[i, i]
entry primal_right [n] (l: [n][n]f64) (b: [n]f64) (_y: [n]f64) = right l b
entry grad_right [n] (l: [n][n]f64) (b: [n]f64) (y: [n]f64) = vjp (\(l, b) -> right l b) (l, b) y
entry primal_inplace [n] (l: [n][n]f64) (b: [n]f64) (_y: [n]f64) = inplace l b
entry grad_inplace [n] (l: [n][n]f64) (b: [n]f64) (y: [n]f64) = vjp (\(l, b) -> inplace l b) (l, b) y
entry primal_whole [n] (l: [n][n]f64) (b: [n]f64) (_y: [n]f64) = whole l b
entry grad_whole [n] (l: [n][n]f64) (b: [n]f64) (y: [n]f64) = vjp (\(l, b) -> whole l b) (l, b) y
entry primal_dots [n] (l: [n][n]f64) (b: [n]f64) (_y: [n]f64) = dots l b
entry grad_dots [n] (l: [n][n]f64) (b: [n]f64) (y: [n]f64) = vjp (\(l, b) -> dots l b) (l, b) y
entry primal_upper [n] (l: [n][n]f64) (b: [n]f64) (_y: [n]f64) = upper l b
entry grad_upper [n] (l: [n][n]f64) (b: [n]f64) (y: [n]f64) = vjp (\(l, b) -> upper l b) (l, b) y
entry primal_masked [n] (l: [n][n]f64) (b: [n]f64) (_y: [n]f64) = masked l b
entry grad_masked [n] (l: [n][n]f64) (b: [n]f64) (y: [n]f64) = vjp (\(l, b) -> masked l b) (l, b) y
