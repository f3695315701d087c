-- a small network for images: convolution, the greatest of each two by two with relu, a dense layer, cross entropy; gradient by all weights
def entropy [c] (z: [c]f64) (t: i64) : f64 =
  let m = f64.maximum z
  in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) z)) - z[t]
-- layer by layer, image by image
def layers [o][f][b][h][w][c][p][q] (k: [o][f][f]f64) (s: [o]f64) (v: [c][o][p][q]f64) (x: [b][h][w]f64) (t: [b]i64) : f64 =
  let one x t =
    let conv = map2 (\k s -> tabulate_2d (2 * p) (2 * q) (\i j -> s + f64.sum (flatten (tabulate_2d f f (\a b -> k[a, b] * x[i + a, j + b]))))) k s
    let relu = map (map (map (f64.max 0))) conv
    let pool = map (\z -> tabulate_2d p q (\i j -> f64.maximum (flatten z[2 * i:2 * i + 2, 2 * j:2 * j + 2]))) relu
    in entropy (map (\v -> f64.sum (flatten_3d (map2 (map2 (map2 (*))) v pool))) v) t
  in f64.sum (map2 one x t)
-- loops
def loops [o][f][b][h][w][c][p][q] (k: [o][f][f]f64) (s: [o]f64) (v: [c][o][p][q]f64) (x: [b][h][w]f64) (t: [b]i64) : f64 =
  loop sum = 0 for n < b do
    let z = loop z = replicate c 0 for r < o do
      loop z for i < p do
        loop z for j < q do
          let top = loop top = 0 for y < 4 do
            let (i, j) = (2 * i + y / 2, 2 * j + y % 2)
            let u = loop u = s[r] for a < f do
              loop u for d < f do u + k[r, a, d] * x[n, i + a, j + d]
            in f64.max top u
          in loop z for l < c do z with [l] = z[l] + v[l, r, i, j] * top
    in sum + entropy z t[n]
-- windows as rows of a matrix
def matrix [o][f][b][h][w][c][p][q] (k: [o][f][f]f64) (s: [o]f64) (v: [c][o][p][q]f64) (x: [b][h][w]f64) (t: [b]i64) : f64 =
  let dot a b = f64.sum (map2 (*) a b)
  let kernels = map flatten k
  let dense = map flatten_3d v
  let one x t =
    let windows = map (\y -> let (i, j) = (y / (2 * q), y % (2 * q)) in flatten (x[i:i + f, j:j + f] :> [f][f]f64)) (iota (2 * p * 2 * q))
    let conv = map2 (\k s -> map (\r -> s + dot k r) windows) kernels s
    let top z i j = let y = 2 * i * 2 * q + 2 * j in f64.max 0 (f64.max (f64.max z[y] z[y + 1]) (f64.max z[y + 2 * q] z[y + 2 * q + 1]))
    let pool = flatten_3d (map (\z -> tabulate_2d p q (top z)) conv)
    in entropy (map (dot pool) dense) t
  in f64.sum (map2 one x t)
entry primal_layer [o][f][b][h][w][c][p][q] (k: [o][f][f]f64) (s: [o]f64) (v: [c][o][p][q]f64) (x: [b][h][w]f64) (t: [b]i64) = layers k s v x t
entry grad_layer [o][f][b][h][w][c][p][q] (k: [o][f][f]f64) (s: [o]f64) (v: [c][o][p][q]f64) (x: [b][h][w]f64) (t: [b]i64) = vjp (\(k, s, v) -> layers k s v x t) (k, s, v) 1
entry primal_loop [o][f][b][h][w][c][p][q] (k: [o][f][f]f64) (s: [o]f64) (v: [c][o][p][q]f64) (x: [b][h][w]f64) (t: [b]i64) = loops k s v x t
entry grad_loop [o][f][b][h][w][c][p][q] (k: [o][f][f]f64) (s: [o]f64) (v: [c][o][p][q]f64) (x: [b][h][w]f64) (t: [b]i64) = vjp (\(k, s, v) -> loops k s v x t) (k, s, v) 1
entry primal_matrix [o][f][b][h][w][c][p][q] (k: [o][f][f]f64) (s: [o]f64) (v: [c][o][p][q]f64) (x: [b][h][w]f64) (t: [b]i64) = matrix k s v x t
entry grad_matrix [o][f][b][h][w][c][p][q] (k: [o][f][f]f64) (s: [o]f64) (v: [c][o][p][q]f64) (x: [b][h][w]f64) (t: [b]i64) = vjp (\(k, s, v) -> matrix k s v x t) (k, s, v) 1
