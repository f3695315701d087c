-- a Gaussian process with a squared exponential kernel: negative log likelihood of y at the points x; gradient by the lengths, the scale and the noise
-- loops over the lower triangle
def loops [n][d] (l: [d]f64) (s: f64) (e: f64) (x: [n][d]f64) (y: [n]f64) : f64 =
  let k = replicate n (replicate n 0)
  let k = loop k for i < n do
    loop k for j < i + 1 do
      let r = loop r = 0 for q < d do let z = (x[i, q] - x[j, q]) / l[q] in r + z * z
      in k with [i, j] = s * f64.exp (-0.5 * r) + (if i == j then e else 0)
  let k = loop k for j < n do
    let k = loop k for q < j do k with [j, j] = k[j, j] - k[j, q] * k[j, q]
    let k = k with [j, j] = f64.sqrt k[j, j]
    in loop k for i in j + 1..<n do
      let v = loop v = k[i, j] for q < j do v - k[i, q] * k[j, q]
      in k with [i, j] = v / k[j, j]
  let z = loop z = copy y for i < n do
    let v = loop v = z[i] for j < i do v - k[i, j] * z[j]
    in z with [i] = v / k[i, i]
  in loop v = 0 for i < n do v + 0.5 * z[i] * z[i] + f64.log k[i, i]
-- the block behind the pivot as a slice, and both solves
def blocks [n][d] (l: [d]f64) (s: f64) (e: f64) (x: [n][d]f64) (y: [n]f64) : f64 =
  let kernel i j = s * f64.exp (-0.5 * f64.sum (map3 (\a b l -> ((a - b) / l) ** 2) x[i] x[j] l)) + (if i == j then e else 0)
  let a = loop a = tabulate_2d n n kernel for j < n do
    let r = f64.sqrt a[j, j]
    let a = a with [j:, j] = map (/ r) a[j:, j]
    in a with [j + 1:, j + 1:] = map2 (\f row -> map2 (\v g -> v - f * g) row a[j + 1:, j]) a[j + 1:, j] a[j + 1:, j + 1:]
  let z = loop z = copy y for i < n do z with [i] = (z[i] - f64.sum (map2 (*) a[i, :i] z[:i])) / a[i, i]
  let v = loop v = copy z for q < n do
    let i = n - 1 - q
    in v with [i] = (v[i] - f64.sum (map2 (*) a[i + 1:, i] v[i + 1:])) / a[i, i]
  in 0.5 * f64.sum (map2 (*) y v) + f64.sum (map (\i -> f64.log a[i, i]) (iota n))
entry primal_loop [n][d] (l: [d]f64) (s: f64) (e: f64) (x: [n][d]f64) (y: [n]f64) = loops l s e x y
entry grad_loop [n][d] (l: [d]f64) (s: f64) (e: f64) (x: [n][d]f64) (y: [n]f64) = vjp (\(l, s, e) -> loops l s e x y) (l, s, e) 1
entry primal_block [n][d] (l: [d]f64) (s: f64) (e: f64) (x: [n][d]f64) (y: [n]f64) = blocks l s e x y
entry grad_block [n][d] (l: [d]f64) (s: f64) (e: f64) (x: [n][d]f64) (y: [n]f64) = vjp (\(l, s, e) -> blocks l s e x y) (l, s, e) 1
