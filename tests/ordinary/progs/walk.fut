-- ranks of pages: a random walk over links, each node's links chosen by a softmax of their weights, with jumps; t steps, then the cross entropy with
-- wanted ranks; gradient by the weights of links; links are sorted by where they start
-- reduce_by_index over links
def hists [n][m] (t: i64) (d: f64) (from: [m]i64) (to: [m]i64) (w: [m]f64) (want: [n]f64) : f64 =
  let most = reduce_by_index (replicate n (-f64.inf)) f64.max (-f64.inf) from w
  let e = map2 (\w i -> f64.exp (w - most[i])) w from
  let z = reduce_by_index (replicate n 0) (+) 0 from e
  let p = map2 (\e i -> e / z[i]) e from
  let step r =
    let r' = reduce_by_index (replicate n ((1 - d) / f64.i64 n)) (+) 0 to (map2 (\i p -> d * r[i] * p) from p)
    let lost = 1 - f64.sum r'
    in map (+ lost / f64.i64 n) r'
  let r = iterate (i32.i64 t) step (replicate n (1 / f64.i64 n))
  in -f64.sum (map2 (\a b -> a * f64.log b) want r)
-- loops over links in place
def loops [n][m] (t: i64) (d: f64) (from: [m]i64) (to: [m]i64) (w: [m]f64) (want: [n]f64) : f64 =
  let z = replicate n 0
  let z = loop z for k < m do z with [from[k]] = z[from[k]] + f64.exp w[k]
  let r = loop r = replicate n (1 / f64.i64 n) for _s < t do
    let q = replicate n ((1 - d) / f64.i64 n)
    let q = loop q for k < m do
      let (a, b) = (from[k], to[k])
      in q with [b] = q[b] + d * r[a] * f64.exp w[k] / z[a]
    let sum = loop s = 0 for i < n do s + q[i]
    in loop q for i < n do q with [i] = q[i] + (1 - sum) / f64.i64 n
  in loop l = 0 for i < n do l - want[i] * f64.log r[i]
-- the links of a node lie beside each other: where they start by counting, a loop of unknown length for each node that pushes its rank
def rows [n][m] (t: i64) (d: f64) (from: [m]i64) (to: [m]i64) (w: [m]f64) (want: [n]f64) : f64 =
  let count = hist (+) 0 n from (replicate m 1i64)
  let start = map2 (-) (scan (+) 0 count) count
  let p = loop p = replicate m 0 for i < n do
    let (a, b) = (start[i], start[i] + count[i])
    let most = loop x = -f64.inf for k in a..<b do f64.max x w[k]
    let z = loop z = 0 for k in a..<b do z + f64.exp (w[k] - most)
    in loop p for k in a..<b do p with [k] = f64.exp (w[k] - most) / z
  let r = loop r = replicate n (1 / f64.i64 n) for _s < t do
    let q = loop q = replicate n ((1 - d) / f64.i64 n) for i < n do
      let x = d * r[i]
      in loop q for k in start[i]..<start[i] + count[i] do q with [to[k]] = q[to[k]] + x * p[k]
    let lost = (1 - f64.sum q) / f64.i64 n
    in map (+ lost) q
  in f64.sum (map2 (\a b -> -a * f64.log b) want r)
entry primal_hist [n][m] (t: i64) (d: f64) (a: [m]i64) (b: [m]i64) (w: [m]f64) (y: [n]f64) = hists t d a b w y
entry grad_hist [n][m] (t: i64) (d: f64) (a: [m]i64) (b: [m]i64) (w: [m]f64) (y: [n]f64) = vjp (\w -> hists t d a b w y) w 1
entry primal_loop [n][m] (t: i64) (d: f64) (a: [m]i64) (b: [m]i64) (w: [m]f64) (y: [n]f64) = loops t d a b w y
entry grad_loop [n][m] (t: i64) (d: f64) (a: [m]i64) (b: [m]i64) (w: [m]f64) (y: [n]f64) = vjp (\w -> loops t d a b w y) w 1
entry primal_row [n][m] (t: i64) (d: f64) (a: [m]i64) (b: [m]i64) (w: [m]f64) (y: [n]f64) = rows t d a b w y
entry grad_row [n][m] (t: i64) (d: f64) (a: [m]i64) (b: [m]i64) (w: [m]f64) (y: [n]f64) = vjp (\w -> rows t d a b w y) w 1
