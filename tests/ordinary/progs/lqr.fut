-- a regulator that varies in time: Riccati's recursion backwards, squared distance of its gains to those wanted; gradient by all matrices of the
-- system and both (diagonal) costs
def matmul [n][m][p] (a: [n][p]f64) (b: [p][m]f64) : [n][m]f64 = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
def diag [n] (d: [n]f64) : [n][n]f64 = tabulate_2d n n (\i j -> if i == j then d[i] else 0)
def plus [n][m] (a: [n][m]f64) (b: [n][m]f64) : [n][m]f64 = map2 (map2 (+)) a b
def minus [n][m] (a: [n][m]f64) (b: [n][m]f64) : [n][m]f64 = map2 (map2 (-)) a b
def norm [n][m] (a: [n][m]f64) : f64 = f64.sum (map (\x -> x * x) (flatten a))
-- matrices, solved by elimination of whole rows (Gauss and Jordan)
def solve [n][m] (g: [n][n]f64) (h: [n][m]f64) : [n][m]f64 =
  let (_, h) = loop (g, h) for k < n do
    let (gk, hk) = (map (/ g[k, k]) g[k], map (/ g[k, k]) h[k])
    let clear [m] (top: [m]f64) (r: [m]f64) (i: i64) (f: f64) : [m]f64 = if i == k then top else map2 (\x y -> x - f * y) r top
    in (map2 (\r i -> clear gk r i r[k]) g (iota n), map3 (\r i f -> clear hk r i f) h (iota n) g[:, k])
  in h
def mats [t][n][u] (as: [t][n][n]f64) (bs: [t][n][u]f64) (q: [n]f64) (r: [u]f64) (want: [t][u][n]f64) : f64 =
  let (_, l) = loop (p, l) = (diag q, 0) for i in t - 1..t - 2...0 do
    let (a, b) = (as[i], bs[i])
    let pa = matmul p a
    let k = solve (plus (diag r) (matmul (transpose b) (matmul p b))) (matmul (transpose b) pa)
    let p = plus (diag q) (matmul (transpose a) (matmul p (minus a (matmul b k))))
    in (p, l + norm (minus k want[i]))
  in l
-- loops in place, with Cholesky's factor
def product [n][m][p] (a: [n][p]f64) (b: [p][m]f64) : *[n][m]f64 =
  loop c = replicate n (replicate m 0) for i < n do
    loop c for j < m do
      loop c for k < p do c with [i, j] = c[i, j] + a[i, k] * b[k, j]
def loops [t][n][u] (as: [t][n][n]f64) (bs: [t][n][u]f64) (q: [n]f64) (r: [u]f64) (want: [t][u][n]f64) : f64 =
  let p = replicate n (replicate n 0)
  let p = loop p for i < n do p with [i, i] = q[i]
  let (_, l) = loop (p, l) = (p, 0) for s < t do
    let i = t - 1 - s
    let pa = product p as[i]
    let pb = product p bs[i]
    let bt = transpose bs[i]
    let g = product bt pb
    let g = loop g for j < u do g with [j, j] = g[j, j] + r[j]
    let h = product bt pa
    let g = loop g for j < u do
      let g = loop g for k < j do g with [j, j] = g[j, j] - g[j, k] * g[j, k]
      let g = g with [j, j] = f64.sqrt g[j, j]
      in loop g for k in j + 1..<u do
        let g = loop g for c < j do g with [k, j] = g[k, j] - g[k, c] * g[j, c]
        in g with [k, j] = g[k, j] / g[j, j]
    let k = loop k = copy h for c < n do
      let k = loop k for j < u do
        let k = loop k for o < j do k with [j, c] = k[j, c] - g[j, o] * k[o, c]
        in k with [j, c] = k[j, c] / g[j, j]
      in loop k for j' < u do
        let j = u - 1 - j'
        let k = loop k for o in j + 1..<u do k with [j, c] = k[j, c] - g[o, j] * k[o, c]
        in k with [j, c] = k[j, c] / g[j, j]
    let new = product (transpose as[i]) pa
    let new = loop new for x < n do
      let new = new with [x, x] = new[x, x] + q[x]
      in loop new for y < n do
        loop new for j < u do new with [x, y] = new[x, y] - h[j, x] * k[j, y]
    let l = loop l for j < u do
      loop l for x < n do l + (k[j, x] - want[i, j, x]) ** 2
    in (new, l)
  in l
-- three controls, the inverse by cofactors; over all times backwards
def inverse (m: [3][3]f64) : [3][3]f64 =
  let cof i j =
    let (a, b, c, d) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3)
    in m[a, c] * m[b, d] - m[a, d] * m[b, c]
  let det = m[0, 0] * cof 0 0 + m[0, 1] * cof 0 1 + m[0, 2] * cof 0 2
  in tabulate_2d 3 3 (\i j -> cof j i / det)
def inverses [t][n] (as: [t][n][n]f64) (bs: [t][n][3]f64) (q: [n]f64) (r: [3]f64) (want: [t][3][n]f64) : f64 =
  let (_, ks) = loop (p, ks) = (diag q, replicate t (replicate 3 (replicate n 0))) for (i, a, b) in reverse (zip3 (iota t) as bs) do
    let bp = matmul (transpose b) p
    let k = matmul (inverse (plus (matmul bp b) (diag r))) (matmul bp a)
    let closed = minus a (matmul b k)
    let p = plus (diag q) (plus (matmul (transpose k) (matmul (diag r) k)) (matmul (transpose closed) (matmul p closed)))
    in (p, ks with [i] = k)
  in f64.sum (map2 (\k w -> norm (minus k w)) ks want)
entry primal_mat [t][n][u] (as: [t][n][n]f64) (bs: [t][n][u]f64) (q: [n]f64) (r: [u]f64) (want: [t][u][n]f64) = mats as bs q r want
entry grad_mat [t][n][u] (as: [t][n][n]f64) (bs: [t][n][u]f64) (q: [n]f64) (r: [u]f64) (want: [t][u][n]f64) =
  vjp (\(as, bs, q, r) -> mats as bs q r want) (as, bs, q, r) 1
entry primal_loop [t][n][u] (as: [t][n][n]f64) (bs: [t][n][u]f64) (q: [n]f64) (r: [u]f64) (want: [t][u][n]f64) = loops as bs q r want
entry grad_loop [t][n][u] (as: [t][n][n]f64) (bs: [t][n][u]f64) (q: [n]f64) (r: [u]f64) (want: [t][u][n]f64) =
  vjp (\(as, bs, q, r) -> loops as bs q r want) (as, bs, q, r) 1
entry primal_inverse [t][n] (as: [t][n][n]f64) (bs: [t][n][3]f64) (q: [n]f64) (r: [3]f64) (want: [t][3][n]f64) = inverses as bs q r want
entry grad_inverse [t][n] (as: [t][n][n]f64) (bs: [t][n][3]f64) (q: [n]f64) (r: [3]f64) (want: [t][3][n]f64) =
  vjp (\(as, bs, q, r) -> inverses as bs q r want) (as, bs, q, r) 1
