-- a layer of attention over a graph: each node the mean of those that point to it, weighted by a softmax of scores; edges are sorted by where they go;
-- sum of squares, gradient by the matrix and the two vectors of the scores
def dot [n] (a: [n]f64) (b: [n]f64) = f64.sum (map2 (*) a b)
def leaky (x: f64) = if x > 0 then x else 0.2 * x
-- edges as a whole, sums by index
def edges [n][e][d][k] (w: [k][d]f64) (a: [k]f64) (b: [k]f64) (h: [n][d]f64) (src: [e]i64) (dst: [e]i64) : f64 =
  let z = map (\h -> map (dot h) w) h
  let (p, q) = (map (dot a) z, map (dot b) z)
  let s = map2 (\u v -> leaky (p[u] + q[v])) src dst
  let top = reduce_by_index (replicate n (-f64.inf)) f64.max (-f64.inf) dst s
  let s = map2 (\s v -> f64.exp (s - top[v])) s dst
  let sum = reduce_by_index (replicate n 0) (+) 0 dst s
  let parts = map3 (\s u v -> map (\x -> s / sum[v] * x) z[u]) s src dst
  let out = reduce_by_index (replicate n (replicate k 0)) (map2 (+)) (replicate k 0) dst parts
  in f64.sum (map (\r -> dot r r) out)
-- node by node, its edges a slice
def nodes [n][e][d][k] (w: [k][d]f64) (a: [k]f64) (b: [k]f64) (h: [n][d]f64) (src: [e]i64) (starts: []i64) : f64 =
  let z = map (\h -> map (dot h) w) h
  let (p, q) = (map (dot a) z, map (dot b) z)
  let one v =
    let us = src[starts[v]:starts[v + 1]]
    let s = map (\u -> leaky (p[u] + q[v])) us
    let m = f64.maximum s
    let s = map (\x -> f64.exp (x - m)) s
    let c = f64.sum s
    let out = map (\j -> f64.sum (map2 (\u s -> s * z[u, j]) us s) / c) (iota k)
    in dot out out
  in f64.sum (map one (iota n))
-- loops
def loops [n][e][d][k] (w: [k][d]f64) (a: [k]f64) (b: [k]f64) (h: [n][d]f64) (src: [e]i64) (starts: []i64) : f64 =
  let z = replicate n (replicate k 0)
  let z = loop z for i < n do
    loop z for j < k do
      loop z for l < d do z with [i, j] = z[i, j] + w[j, l] * h[i, l]
  let (p, q) = loop (p, q) = (replicate n 0, replicate n 0) for i < n do
    let (x, y) = loop (x, y) = (0, 0) for j < k do (x + a[j] * z[i, j], y + b[j] * z[i, j])
    in (p with [i] = x, q with [i] = y)
  in loop l = 0 for v < n do
    let m = loop m = -f64.inf for t in starts[v]..<starts[v + 1] do f64.max m (leaky (p[src[t]] + q[v]))
    let (c, out) = loop (c, out) = (0, replicate k 0) for t in starts[v]..<starts[v + 1] do
      let s = f64.exp (leaky (p[src[t]] + q[v]) - m)
      let out = loop out for j < k do out with [j] = out[j] + s * z[src[t], j]
      in (c + s, out)
    in loop l for j < k do l + (out[j] / c) * (out[j] / c)
entry primal_edge [n][e][d][k] (w: [k][d]f64) (a: [k]f64) (b: [k]f64) (h: [n][d]f64) (src: [e]i64) (dst: [e]i64) (_starts: []i64) = edges w a b h src dst
entry grad_edge [n][e][d][k] (w: [k][d]f64) (a: [k]f64) (b: [k]f64) (h: [n][d]f64) (src: [e]i64) (dst: [e]i64) (_starts: []i64) = vjp (\(w, a, b) -> edges w a b h src dst) (w, a, b) 1
entry primal_node [n][e][d][k] (w: [k][d]f64) (a: [k]f64) (b: [k]f64) (h: [n][d]f64) (src: [e]i64) (_dst: [e]i64) (starts: []i64) = nodes w a b h src starts
entry grad_node [n][e][d][k] (w: [k][d]f64) (a: [k]f64) (b: [k]f64) (h: [n][d]f64) (src: [e]i64) (_dst: [e]i64) (starts: []i64) = vjp (\(w, a, b) -> nodes w a b h src starts) (w, a, b) 1
entry primal_loop [n][e][d][k] (w: [k][d]f64) (a: [k]f64) (b: [k]f64) (h: [n][d]f64) (src: [e]i64) (_dst: [e]i64) (starts: []i64) = loops w a b h src starts
entry grad_loop [n][e][d][k] (w: [k][d]f64) (a: [k]f64) (b: [k]f64) (h: [n][d]f64) (src: [e]i64) (_dst: [e]i64) (starts: []i64) = vjp (\(w, a, b) -> loops w a b h src starts) (w, a, b) 1
