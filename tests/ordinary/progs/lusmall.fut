-- many systems of six equations: LU without pivots in place, then both substitutions; gradient by matrices and right sides
def solve [n] (a: *[n][n]f64) (b: *[n]f64) : [n]f64 =
  let a = loop a for k < n do
    loop a for i in k + 1..<n do
      let f = a[i, k] / a[k, k]
      let a = a with [i, k] = f
      in loop a for j in k + 1..<n do a with [i, j] = a[i, j] - f * a[k, j]
  let b = loop b for i < n do
    loop b for j < i do b with [i] = b[i] - a[i, j] * b[j]
  in loop b for r < n do
    let i = n - 1 - r
    let b = loop b for j in i + 1..<n do b with [i] = b[i] - a[i, j] * b[j]
    in b with [i] = b[i] / a[i, i]
-- elimination of whole rows
def rows [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let (a, b) = loop (a, b) for k < n do
    let f = tabulate n (\i -> if i > k then a[i, k] / a[k, k] else 0)
    in (map2 (\r f -> map2 (\x p -> x - f * p) r a[k]) a f, map2 (\x f -> x - f * b[k]) b f)
  in loop x = replicate n 0 for r < n do
    let i = n - 1 - r
    in x with [i] = (b[i] - f64.sum (map2 (*) a[i] x)) / a[i, i]
def loss [m][n] f (a: [m][n][n]f64) (b: [m][n]f64) : f64 = f64.sum (map2 (\a b -> f64.sum (map (\x -> x * x) (f a b))) a b)
entry primal_loop [m][n] (a: [m][n][n]f64) (b: [m][n]f64) = loss (\a b -> solve (copy a) (copy b)) a b
entry grad_loop [m][n] (a: [m][n][n]f64) (b: [m][n]f64) = vjp (\(a, b) -> loss (\a b -> solve (copy a) (copy b)) a b) (a, b) 1
entry primal_rows [m][n] (a: [m][n][n]f64) (b: [m][n]f64) = loss rows a b
entry grad_rows [m][n] (a: [m][n][n]f64) (b: [m][n]f64) = vjp (\(a, b) -> loss rows a b) (a, b) 1
