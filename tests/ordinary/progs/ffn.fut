-- the second half of a transformer's block: layer norm, two layers with GELU, added to what came in; gradient by tokens and all weights
def gelu (x: f64) : f64 = 0.5 * x * (1 + f64.tanh (0.7978845608028654 * (x + 0.044715 * x * x * x)))
-- token by token
type params [d][h] = { g: [d]f64, b: [d]f64, w1: [d][h]f64, b1: [h]f64, w2: [h][d]f64, b2: [d]f64 }
def norm [d] (g: [d]f64) (b: [d]f64) (x: [d]f64) : [d]f64 =
  let mean = f64.sum x / f64.i64 d
  let var = f64.sum (map (\x -> (x - mean) ** 2) x) / f64.i64 d
  in map3 (\x g b -> (x - mean) / f64.sqrt (var + 1e-5) * g + b) x g b
def dense [n][m] (w: [n][m]f64) (b: [m]f64) (x: [n]f64) : [m]f64 = map2 (\c b -> f64.sum (map2 (*) x c) + b) (transpose w) b
def tokens [t][d][h] (p: params [d] [h]) (x: [t][d]f64) : [t][d]f64 =
  map (\x -> x |> norm p.g p.b |> dense p.w1 p.b1 |> map gelu |> dense p.w2 p.b2 |> map2 (+) x) x
-- all tokens as a matrix
def matmul [n][m][p] (a: [n][p]f64) (b: [p][m]f64) : [n][m]f64 = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
def matrices [t][d][h] (p: params [d] [h]) (x: [t][d]f64) : [t][d]f64 =
  let mean = map (\r -> f64.sum r / f64.i64 d) x
  let centred = map2 (\r m -> map (\x -> x - m) r) x mean
  let std = map (\r -> f64.sqrt (f64.sum (map (\x -> x * x) r) / f64.i64 d + 1e-5)) centred
  let n = map2 (\r s -> map3 (\x g b -> x / s * g + b) r p.g p.b) centred std
  let z = matmul n p.w1
  let hidden = tabulate_2d t h (\i j -> gelu (z[i, j] + p.b1[j]))
  let out = matmul hidden p.w2
  in tabulate_2d t d (\i j -> x[i, j] + out[i, j] + p.b2[j])
-- loops
def loops [t][d][h] (p: params [d] [h]) (x: [t][d]f64) : [t][d]f64 =
  loop out = copy x for i < t do
    let s = loop s = 0 for j < d do s + x[i, j]
    let mean = s / f64.i64 d
    let s = loop s = 0 for j < d do s + (x[i, j] - mean) * (x[i, j] - mean)
    let inv = 1 / f64.sqrt (s / f64.i64 d + 1e-5)
    let a = loop a = copy p.b1 for j < d do
      let v = (x[i, j] - mean) * inv * p.g[j] + p.b[j]
      in loop a for k < h do a with [k] = a[k] + v * p.w1[j, k]
    let out = loop out for k < h do
      let v = gelu a[k]
      in loop out for j < d do out with [i, j] = out[i, j] + v * p.w2[k, j]
    in loop out for j < d do out with [i, j] = out[i, j] + p.b2[j]
entry primal_token [t][d][h] (x: [t][d]f64) (g: [d]f64) (b: [d]f64) (w1: [d][h]f64) (b1: [h]f64) (w2: [h][d]f64) (b2: [d]f64) (_y: [t][d]f64) =
  tokens { g, b, w1, b1, w2, b2 } x
entry grad_token [t][d][h] (x: [t][d]f64) (g: [d]f64) (b: [d]f64) (w1: [d][h]f64) (b1: [h]f64) (w2: [h][d]f64) (b2: [d]f64) (y: [t][d]f64) =
  vjp (\(x, g, b, w1, b1, w2, b2) -> tokens { g, b, w1, b1, w2, b2 } x) (x, g, b, w1, b1, w2, b2) y
entry primal_matrix [t][d][h] (x: [t][d]f64) (g: [d]f64) (b: [d]f64) (w1: [d][h]f64) (b1: [h]f64) (w2: [h][d]f64) (b2: [d]f64) (_y: [t][d]f64) =
  matrices { g, b, w1, b1, w2, b2 } x
entry grad_matrix [t][d][h] (x: [t][d]f64) (g: [d]f64) (b: [d]f64) (w1: [d][h]f64) (b1: [h]f64) (w2: [h][d]f64) (b2: [d]f64) (y: [t][d]f64) =
  vjp (\(x, g, b, w1, b1, w2, b2) -> matrices { g, b, w1, b1, w2, b2 } x) (x, g, b, w1, b1, w2, b2) y
entry primal_loop [t][d][h] (x: [t][d]f64) (g: [d]f64) (b: [d]f64) (w1: [d][h]f64) (b1: [h]f64) (w2: [h][d]f64) (b2: [d]f64) (_y: [t][d]f64) =
  loops { g, b, w1, b1, w2, b2 } x
entry grad_loop [t][d][h] (x: [t][d]f64) (g: [d]f64) (b: [d]f64) (w1: [d][h]f64) (b1: [h]f64) (w2: [h][d]f64) (b2: [d]f64) (y: [t][d]f64) =
  vjp (\(x, g, b, w1, b1, w2, b2) -> loops { g, b, w1, b1, w2, b2 } x) (x, g, b, w1, b1, w2, b2) y
