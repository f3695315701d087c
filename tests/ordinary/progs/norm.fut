-- layer normalisation: every row to mean 0 and variance 1, then scaled and shifted; gradient by the rows, the scales and the shifts
def row [d] (g: [d]f64) (b: [d]f64) (x: [d]f64) : [d]f64 =
  let m = f64.sum x / f64.i64 d
  let v = f64.sum (map (\x -> (x - m) ** 2) x) / f64.i64 d
  in map3 (\x g b -> (x - m) / f64.sqrt (v + 1e-5) * g + b) x g b
-- both sums at once
def pair [d] (g: [d]f64) (b: [d]f64) (x: [d]f64) : [d]f64 =
  let (s, q) = reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (map (\x -> (x, x * x)) x)
  let m = s / f64.i64 d
  let r = 1 / f64.sqrt (q / f64.i64 d - m * m + 1e-5)
  in map3 (\x g b -> (x - m) * r * g + b) x g b
-- loops, sums before the row is written
def loops [n][d] (x: [n][d]f64) (g: [d]f64) (b: [d]f64) : [n][d]f64 =
  loop y = replicate n (replicate d 0) for i < n do
    let m = (loop s = 0 for j < d do s + x[i, j]) / f64.i64 d
    let v = (loop s = 0 for j < d do s + (x[i, j] - m) * (x[i, j] - m)) / f64.i64 d
    let r = 1 / f64.sqrt (v + 1e-5)
    in loop y for j < d do y with [i, j] = (x[i, j] - m) * r * g[j] + b[j]
entry primal_soac [n][d] (x: [n][d]f64) (g: [d]f64) (b: [d]f64) (_y: [n][d]f64) = map (row g b) x
entry grad_soac [n][d] (x: [n][d]f64) (g: [d]f64) (b: [d]f64) (y: [n][d]f64) = vjp (\(x, g, b) -> map (row g b) x) (x, g, b) y
entry primal_pair [n][d] (x: [n][d]f64) (g: [d]f64) (b: [d]f64) (_y: [n][d]f64) = map (pair g b) x
entry grad_pair [n][d] (x: [n][d]f64) (g: [d]f64) (b: [d]f64) (y: [n][d]f64) = vjp (\(x, g, b) -> map (pair g b) x) (x, g, b) y
entry primal_loop [n][d] (x: [n][d]f64) (g: [d]f64) (b: [d]f64) (_y: [n][d]f64) = loops x g b
entry grad_loop [n][d] (x: [n][d]f64) (g: [d]f64) (b: [d]f64) (y: [n][d]f64) = vjp (\(x, g, b) -> loops x g b) (x, g, b) y
