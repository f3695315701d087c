-- word vectors by negative sampling: one step of descent for each pair of words, in turn; what all steps cost, gradient by the first vectors and the
-- size of steps
def sigmoid (z: f64) : f64 = 1 / (1 + f64.exp (-z))
def dot [d] (a: [d]f64) (b: [d]f64) : f64 = f64.sum (map2 (*) a b)
-- rows are replaced one after the other
def rows [n][d][p][k] (words: [p]i64) (targets: [p][k]i64) (rate: f64) (u: [n][d]f64) (v: [n][d]f64) : f64 =
  (loop (u, v, l) = (copy u, copy v, 0) for i < p do
     let w = words[i]
     let x = copy u[w]
     let (v, dx, l) = loop (v, dx, l) = (v, replicate d 0, l) for j < k do
       let c = targets[i, j]
       let q = sigmoid (dot x v[c])
       let (l, g) = if j == 0 then (l - f64.log q, rate * (1 - q)) else (l - f64.log (1 - q), -rate * q)
       let y = copy v[c]
       let v = v with [c] = map2 (\y x -> y + g * x) y x
       in (v, map2 (\s y -> s + g * y) dx y, l)
     in (u with [w] = map2 (+) x dx, v, l)).2
-- all numbers one by one
def loops [n][d][p][k] (words: [p]i64) (targets: [p][k]i64) (rate: f64) (u: [n][d]f64) (v: [n][d]f64) : f64 =
  let (_, _, l) = loop (u, v, l) = (copy u, copy v, 0) for i < p do
    let w = words[i]
    let dx = replicate d 0
    let (v, dx, l) = loop (v, dx, l) for j < k do
      let c = targets[i, j]
      let z = loop z = 0 for e < d do z + u[w, e] * v[c, e]
      let label = if j == 0 then 1 else 0
      let q = 1 / (1 + f64.exp (-z))
      let l = l - label * f64.log q - (1 - label) * f64.log (1 - q)
      let g = rate * (label - q)
      let (v, dx) = loop (v, dx) for e < d do
        let dx = dx with [e] = dx[e] + g * v[c, e]
        let v = v with [c, e] = v[c, e] + g * u[w, e]
        in (v, dx)
      in (v, dx, l)
    let u = loop u for e < d do u with [w, e] = u[w, e] + dx[e]
    in (u, v, l)
  in l
-- a pair's targets, which differ, at once: products of a matrix, scatter of rows
def scatters [n][d][p][k] (words: [p]i64) (targets: [p][k]i64) (rate: f64) (u: [n][d]f64) (v: [n][d]f64) : f64 =
  let labels = tabulate k (\j -> f64.bool (j == 0))
  let step (u: *[n][d]f64, v: *[n][d]f64, l: f64) (w: i64) (cs: [k]i64) : (*[n][d]f64, *[n][d]f64, f64) =
    let x = copy u[w]
    let ys = map (\c -> v[c]) cs
    let qs = map (sigmoid <-< dot x) ys
    let gs = map2 (\l q -> rate * (l - q)) labels qs
    let l = l - f64.sum (map2 (\l q -> f64.log (if l == 1 then q else 1 - q)) labels qs)
    let dx = map (dot gs) (transpose ys)
    let v = scatter v cs (map2 (\y g -> map2 (\y x -> y + g * x) y x) ys gs)
    in (u with [w] = map2 (+) x dx, v, l)
  in (loop s = (copy u, copy v, 0) for (w, cs) in zip words targets do step s w cs).2
entry primal_row [n][d][p][k] (w: [p]i64) (c: [p][k]i64) (r: f64) (u: [n][d]f64) (v: [n][d]f64) = rows w c r u v
entry grad_row [n][d][p][k] (w: [p]i64) (c: [p][k]i64) (r: f64) (u: [n][d]f64) (v: [n][d]f64) = vjp (\(r, u, v) -> rows w c r u v) (r, u, v) 1
entry primal_loop [n][d][p][k] (w: [p]i64) (c: [p][k]i64) (r: f64) (u: [n][d]f64) (v: [n][d]f64) = loops w c r u v
entry grad_loop [n][d][p][k] (w: [p]i64) (c: [p][k]i64) (r: f64) (u: [n][d]f64) (v: [n][d]f64) = vjp (\(r, u, v) -> loops w c r u v) (r, u, v) 1
entry primal_scatter [n][d][p][k] (w: [p]i64) (c: [p][k]i64) (r: f64) (u: [n][d]f64) (v: [n][d]f64) = scatters w c r u v
entry grad_scatter [n][d][p][k] (w: [p]i64) (c: [p][k]i64) (r: f64) (u: [n][d]f64) (v: [n][d]f64) = vjp (\(r, u, v) -> scatters w c r u v) (r, u, v) 1
