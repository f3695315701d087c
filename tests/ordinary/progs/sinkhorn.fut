-- optimal transport by Sinkhorn's iteration, T steps; the cost of the plan, gradient by the costs
def soac [n][m] (t: i64) (c: [n][m]f64) (a: [n]f64) (b: [m]f64) : f64 =
  let k = map (map (\x -> f64.exp (-5 * x))) c
  let dot x y = f64.sum (map2 (*) x y)
  let (u, v) = loop (u, v) = (replicate n 1, replicate m 1) for _i < t do
    let u = map2 (\a r -> a / dot r v) a k
    let v = map2 (\b r -> b / dot r u) b (transpose k)
    in (u, v)
  in f64.sum (map3 (\u k c -> u * f64.sum (map3 (\v k c -> v * k * c) v k c)) u k c)
def loops [n][m] (t: i64) (c: [n][m]f64) (a: [n]f64) (b: [m]f64) : f64 =
  let k = replicate n (replicate m 0)
  let k = loop k for i < n do
    loop k for j < m do k with [i, j] = f64.exp (-5 * c[i, j])
  let (u, v) = loop (u, v) = (replicate n 1, replicate m 1) for _s < t do
    let u = loop u for i < n do
      let s = loop s = 0 for j < m do s + k[i, j] * v[j]
      in u with [i] = a[i] / s
    let v = loop v for j < m do
      let s = loop s = 0 for i < n do s + k[i, j] * u[i]
      in v with [j] = b[j] / s
    in (u, v)
  in loop s = 0 for i < n do
    loop s for j < m do s + u[i] * k[i, j] * v[j] * c[i, j]
-- the plan itself, its rows and columns scaled
def plan [n][m] (t: i64) (c: [n][m]f64) (a: [n]f64) (b: [m]f64) : f64 =
  let p = loop p = map (map (\x -> f64.exp (-5 * x))) c for _i < t do
    let p = map2 (\r a -> let s = f64.sum r in map (\x -> x * a / s) r) p a
    in transpose (map2 (\r b -> let s = f64.sum r in map (\x -> x * b / s) r) (transpose p) b)
  in f64.sum (map2 (\p c -> f64.sum (map2 (*) p c)) p c)
entry primal_soac [n][m] (t: i64) (c: [n][m]f64) (a: [n]f64) (b: [m]f64) = soac t c a b
entry grad_soac [n][m] (t: i64) (c: [n][m]f64) (a: [n]f64) (b: [m]f64) = vjp (\c -> soac t c a b) c 1
entry primal_loop [n][m] (t: i64) (c: [n][m]f64) (a: [n]f64) (b: [m]f64) = loops t c a b
entry grad_loop [n][m] (t: i64) (c: [n][m]f64) (a: [n]f64) (b: [m]f64) = vjp (\c -> loops t c a b) c 1
entry primal_plan [n][m] (t: i64) (c: [n][m]f64) (a: [n]f64) (b: [m]f64) = plan t c a b
entry grad_plan [n][m] (t: i64) (c: [n][m]f64) (a: [n]f64) (b: [m]f64) = vjp (\c -> plan t c a b) c 1
