-- a sum of soft oblivious trees: all nodes of a level ask the same feature, a leaf's weight is the product of the answers on its way; squared error,
-- gradient by thresholds, steepness and the values of leaves
def sigmoid (x: f64) : f64 = 1 / (1 + f64.exp (-x))
def answers [f][t][d] (feature: [t][d]i64) (cut: [t][d]f64) (steep: [t][d]f64) (x: [f]f64) : [t][d]f64 =
  map3 (map3 (\f c s -> sigmoid (s * (x[f] - c)))) feature cut steep
-- weights of leaves double from level to level
def doubled [n][f][t][d][l] (feature: [t][d]i64) (x: [n][f]f64) (cut: [t][d]f64) (steep: [t][d]f64) (value: [t][l]f64) : [n]f64 =
  let tree (p: [d]f64) (value: [l]f64) =
    let w = loop w = [1] for q in p do map (* (1 - q)) w ++ map (* q) w
    in f64.sum (map2 (*) (w :> [l]f64) value)
  in map (\x -> f64.sum (map2 tree (answers feature cut steep x) value)) x
-- a product over the bits of each leaf's number
def bits [n][f][t][d][l] (feature: [t][d]i64) (x: [n][f]f64) (cut: [t][d]f64) (steep: [t][d]f64) (value: [t][l]f64) : [n]f64 =
  let tree (p: [d]f64) (value: [l]f64) =
    let weight leaf = f64.product (map2 (\k q -> if (leaf >> k) & 1 == 1 then q else 1 - q) (iota d) p)
    in f64.sum (map2 (\leaf v -> v * weight leaf) (iota l) value)
  in map (\x -> f64.sum (map2 tree (answers feature cut steep x) value)) x
-- values are folded in half, the last level first
def halved [n][f][t][d][l] (feature: [t][d]i64) (x: [n][f]f64) (cut: [t][d]f64) (steep: [t][d]f64) (value: [t][l]f64) : [n]f64 =
  let tree (p: [d]f64) (value: [l]f64) =
    let fold q v = let h = length v / 2 in map2 (\a b -> a + q * (b - a)) (take h v) (drop h v :> [h]f64)
    in (loop v = value for q in reverse p do fold q v)[0]
  in map (\x -> f64.sum (map2 tree (answers feature cut steep x) value)) x
-- all in place
def loops [n][f][t][d][l] (feature: [t][d]i64) (x: [n][f]f64) (cut: [t][d]f64) (steep: [t][d]f64) (value: [t][l]f64) : [n]f64 =
  loop y = replicate n 0 for i < n do
    loop y for k < t do
      let w = replicate l 0 with [0] = 1
      let w = loop w for j < d do
        let q = sigmoid (steep[k, j] * (x[i, feature[k, j]] - cut[k, j]))
        in loop w for m < 1 << j do
          let a = w[m]
          let w = w with [m + (1 << j)] = q * a
          in w with [m] = (1 - q) * a
      let s = loop s = 0 for m < l do s + w[m] * value[k, m]
      in y with [i] = y[i] + s
def loss [n] (x: [n]f64) (want: [n]f64) : f64 = f64.sum (map2 (\a b -> (a - b) ** 2) x want) / f64.i64 n
entry primal_doubled [n][f][t][d][l] (g: [t][d]i64) (x: [n][f]f64) (y: [n]f64) (c: [t][d]f64) (s: [t][d]f64) (v: [t][l]f64) = loss (doubled g x c s v) y
entry grad_doubled [n][f][t][d][l] (g: [t][d]i64) (x: [n][f]f64) (y: [n]f64) (c: [t][d]f64) (s: [t][d]f64) (v: [t][l]f64) =
  vjp (\(c, s, v) -> loss (doubled g x c s v) y) (c, s, v) 1
entry primal_bits [n][f][t][d][l] (g: [t][d]i64) (x: [n][f]f64) (y: [n]f64) (c: [t][d]f64) (s: [t][d]f64) (v: [t][l]f64) = loss (bits g x c s v) y
entry grad_bits [n][f][t][d][l] (g: [t][d]i64) (x: [n][f]f64) (y: [n]f64) (c: [t][d]f64) (s: [t][d]f64) (v: [t][l]f64) =
  vjp (\(c, s, v) -> loss (bits g x c s v) y) (c, s, v) 1
entry primal_halved [n][f][t][d][l] (g: [t][d]i64) (x: [n][f]f64) (y: [n]f64) (c: [t][d]f64) (s: [t][d]f64) (v: [t][l]f64) = loss (halved g x c s v) y
entry grad_halved [n][f][t][d][l] (g: [t][d]i64) (x: [n][f]f64) (y: [n]f64) (c: [t][d]f64) (s: [t][d]f64) (v: [t][l]f64) =
  vjp (\(c, s, v) -> loss (halved g x c s v) y) (c, s, v) 1
entry primal_loop [n][f][t][d][l] (g: [t][d]i64) (x: [n][f]f64) (y: [n]f64) (c: [t][d]f64) (s: [t][d]f64) (v: [t][l]f64) = loss (loops g x c s v) y
entry grad_loop [n][f][t][d][l] (g: [t][d]i64) (x: [n][f]f64) (y: [n]f64) (c: [t][d]f64) (s: [t][d]f64) (v: [t][l]f64) =
  vjp (\(c, s, v) -> loss (loops g x c s v) y) (c, s, v) 1
