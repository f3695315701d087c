-- QR by Gram-Schmidt: modified, elements in place; columns as rows of the transpose; classical; loss of R and Q
def loss [n] (q: [n][n]f64, r: [n][n]f64) = f64.sum (map (\i -> f64.log r[i, i]) (iota n)) + f64.sum (flatten r) / f64.i64 n + f64.sum (flatten q)
def loop_ [n] (a: [n][n]f64) = loop (q, r) = (copy a, replicate n (replicate n 0)) for j < n do
  let d = f64.sqrt (loop s = 0 for i < n do s + q[i, j] * q[i, j])
  let r = r with [j, j] = d
  let q = loop q for i < n do q with [i, j] = q[i, j] / d
  in loop (q, r) for k in j + 1..<n do
    let d = loop s = 0 for i < n do s + q[i, j] * q[i, k]
    in (loop q for i < n do q with [i, k] = q[i, k] - d * q[i, j], r with [j, k] = d)
def soac [n] (a: [n][n]f64) =
  let (q, r) = loop (q, r) = (copy (transpose a), replicate n (replicate n 0)) for j < n do
    let d = f64.sqrt (f64.sum (map (\x -> x * x) q[j]))
    let v = map (/ d) q[j]
    let c = map2 (\k w -> if k > j then f64.sum (map2 (*) v w) else if k == j then d else 0) (iota n) q
    in (map3 (\k c w -> if k == j then v else if k > j then map2 (\x y -> x - c * y) w v else w) (iota n) c q, r with [j] = c)
  in (transpose q, r)
def column [n] (a: [n][n]f64) =
  let (q, r) = loop (q, r) = (copy (transpose a), replicate n (replicate n 0)) for j < n do
    let (v, r) = loop (v, r) = (copy q[j], r) for k < j do
      let d = f64.sum (map2 (*) q[k] v)
      in (map2 (\x y -> x - d * y) v q[k], r with [k, j] = d)
    let d = f64.sqrt (f64.sum (map (\x -> x * x) v))
    in (q with [j] = map (/ d) v, r with [j, j] = d)
  in (transpose q, r)
def slice [n] (a: [n][n]f64) = loop (q, r) = (copy a, replicate n (replicate n 0)) for j < n do
  let d = f64.sqrt (f64.sum (map (\x -> x * x) q[:, j]))
  let v = map (/ d) q[:, j]
  let q = q with [:, j] = v
  let r = r with [j, j] = d
  in loop (q, r) for k in j + 1..<n do
    let d = f64.sum (map2 (*) v q[:, k])
    in (q with [:, k] = map2 (\x y -> x - d * y) q[:, k] v, r with [j, k] = d)
-- classical: all products with the original column
def classic [n] (a: [n][n]f64) =
  let (q, r) = loop (q, r) = (replicate n (replicate n 0), replicate n (replicate n 0)) for j < n do
    let w = copy a[:, j]
    let c = map2 (\k u -> if k < j then f64.sum (map2 (*) u w) else 0) (iota n) q
    let v = loop v = w for k < j do map2 (\x y -> x - c[k] * y) v q[k]
    let d = f64.sqrt (f64.sum (map (\x -> x * x) v))
    in (q with [j] = map (/ d) v, r with [:, j] = (c with [j] = d))
  in (transpose q, r)
entry primal_loop [n] (a: [n][n]f64) = loss (loop_ a)
entry grad_loop [n] (a: [n][n]f64) = vjp (\a -> loss (loop_ a)) a 1
entry primal_soac [n] (a: [n][n]f64) = loss (soac a)
entry grad_soac [n] (a: [n][n]f64) = vjp (\a -> loss (soac a)) a 1
entry primal_column [n] (a: [n][n]f64) = loss (column a)
entry grad_column [n] (a: [n][n]f64) = vjp (\a -> loss (column a)) a 1
entry primal_slice [n] (a: [n][n]f64) = loss (slice a)
entry grad_slice [n] (a: [n][n]f64) = vjp (\a -> loss (slice a)) a 1
entry primal_classic [n] (a: [n][n]f64) = loss (classic a)
entry grad_classic [n] (a: [n][n]f64) = vjp (\a -> loss (classic a)) a 1
