-- logistic regression with a ridge: gradient by the weights and the bias
def entropy (z: f64) (y: f64) = f64.log (1 + f64.exp (-f64.abs z)) + f64.max z 0 - y * z
def soac [n][d] (w: [d]f64) (b: f64) (xs: [n][d]f64) (ys: [n]f64) =
  f64.sum (map2 (\x y -> entropy (f64.sum (map2 (*) w x) + b) y) xs ys) / f64.i64 n + 0.01 * f64.sum (map (\w -> w * w) w)
def loops [n][d] (w: [d]f64) (b: f64) (xs: [n][d]f64) (ys: [n]f64) =
  let s = loop s = 0 for i < n do
    let z = loop z = b for j < d do z + w[j] * xs[i, j]
    in s + entropy z ys[i]
  in s / f64.i64 n + 0.01 * (loop r = 0 for j < d do r + w[j] * w[j])
-- by columns
def columns [n][d] (w: [d]f64) (b: f64) (xs: [n][d]f64) (ys: [n]f64) =
  let zs = loop zs = replicate n b for j < d do map2 (\z x -> z + w[j] * x) zs xs[:, j]
  in f64.sum (map2 entropy zs ys) / f64.i64 n + 0.01 * f64.sum (map (\w -> w * w) w)
entry primal_soac [n][d] (w: [d]f64) (b: f64) (xs: [n][d]f64) (ys: [n]f64) = soac w b xs ys
entry grad_soac [n][d] (w: [d]f64) (b: f64) (xs: [n][d]f64) (ys: [n]f64) = vjp (\(w, b) -> soac w b xs ys) (w, b) 1
entry primal_loop [n][d] (w: [d]f64) (b: f64) (xs: [n][d]f64) (ys: [n]f64) = loops w b xs ys
entry grad_loop [n][d] (w: [d]f64) (b: f64) (xs: [n][d]f64) (ys: [n]f64) = vjp (\(w, b) -> loops w b xs ys) (w, b) 1
entry primal_column [n][d] (w: [d]f64) (b: f64) (xs: [n][d]f64) (ys: [n]f64) = columns w b xs ys
entry grad_column [n][d] (w: [d]f64) (b: f64) (xs: [n][d]f64) (ys: [n]f64) = vjp (\(w, b) -> columns w b xs ys) (w, b) 1
