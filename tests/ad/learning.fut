-- Logistic regression, a multilayer perceptron, attention with a stable softmax: gradients of losses.
-- ==
-- entry: logistic
-- input { 3i64 7i64 } output { true true }
-- input { 1i64 0i64 } output { true true }
-- input { 20i64 5000i64 } output { true true }
-- entry: perceptron
-- input { 3i64 4i64 2i64 7i64 } output { true }
-- input { 1i64 1i64 1i64 1i64 } output { true }
-- input { 2i64 3i64 2i64 0i64 } output { true }
-- input { 30i64 20i64 10i64 32i64 } output { true }
-- entry: attention
-- input { 3i64 4i64 } output { true }
-- input { 1i64 1i64 } output { true }
-- input { 0i64 2i64 } output { true }
-- input { 20i64 8i64 } output { true }
import "gaps"

def matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64): [n][p]f64 = map (\r -> map (dot r) (transpose b)) a

entry logistic (d: i64) (n: i64): (bool, bool) =
  let xs: [n][d]f64 = unflatten (noise (n * d) 9)
  let ys = map (\v -> f64.bool (v > 0)) (noise n 10)
  let loss (w: [d]f64): f64 =
    f64.sum (map2 (\x y -> let z = dot w x in f64.log1p (f64.exp (-f64.abs z)) + f64.max z 0 - y * z) xs ys)
  let w = noise d 11
  let rule = map2 (\x y -> map (* (1 / (1 + f64.exp (-(dot w x))) - y)) x) xs ys |> transpose |> map f64.sum
  in (agree (\w -> [loss w]) w, near 1e-10 (apart (vjp loss w 1) rule))

entry perceptron (d: i64) (h: i64) (c: i64) (n: i64): bool =
  let xs: [n][d]f64 = unflatten (noise (n * d) 12)
  let labels = tabulate n (\i -> i % c)
  let loss (p: [d * h + h + h * c + c]f64): [1]f64 =
    let w1: [d][h]f64 = unflatten (p[0:d * h] :> [d * h]f64)
    let b1 = p[d * h:d * h + h] :> [h]f64
    let w2: [h][c]f64 = unflatten (p[d * h + h:d * h + h + h * c] :> [h * c]f64)
    let b2 = p[d * h + h + h * c:] :> [c]f64
    let hidden = matmul xs w1 |> map (map2 (\b z -> f64.tanh (z + b)) b1)
    let out = matmul hidden w2 |> map (map2 (+) b2)
    let losses =
      map2 (\o l -> let m = f64.maximum o in f64.log (f64.sum (map (\z -> f64.exp (z - m)) o)) + m - o[l]) out labels
    in [f64.sum losses + 0.01 * dot p p]
  in agree loss (noise (d * h + h + h * c + c) 13)

entry attention (n: i64) (d: i64): bool =
  let f (p: [3 * n * d]f64): [n * d]f64 =
    let qkv: [3][n][d]f64 = unflatten_3d (p :> [3 * n * d]f64)
    let softmax [k] (xs: [k]f64) =
      let m = f64.maximum xs
      let es = map (\x -> f64.exp (x - m)) xs
      let s = f64.sum es
      in map (/ s) es
    let weights = matmul qkv[0] (transpose qkv[1]) |> map (map (/ f64.sqrt (f64.i64 d))) |> map softmax
    in flatten (matmul weights qkv[2])
  in agree f (noise (3 * n * d) 14)
