-- t-SNE: divergence of likenesses p from those of points in the plane; gradient by the points
-- whole matrices
def matrices [n] (y: [n][2]f64) (p: [n][n]f64) : f64 =
  let d = map (\a -> map (\b -> f64.sum (map2 (\x y -> (x - y) * (x - y)) a b)) y) y
  let w = map2 (\i r -> map2 (\j d -> if i == j then 0 else 1 / (1 + d)) (iota n) r) (iota n) d
  let z = f64.sum (map f64.sum w)
  let q = map (map (/ z)) w
  in f64.sum (map2 (\p q -> f64.sum (map2 (\p q -> if p > 0 then p * f64.log (p / q) else 0) p q)) p q)
-- loops, without q
def loops [n] (y: [n][2]f64) (p: [n][n]f64) : f64 =
  let (s, t, z) = loop (s, t, z) = (0, 0, 0) for i < n do
    loop (s, t, z) for j < n do
      if i == j then (s, t, z)
      else let (a, b) = (y[i, 0] - y[j, 0], y[i, 1] - y[j, 1])
           let d = 1 + a * a + b * b
           in (s + p[i, j] * f64.log (p[i, j] * d), t + p[i, j], z + 1 / d)
  in s + t * f64.log z
-- points as pairs, a sum of triples
def pairs [n] (y: [n][2]f64) (p: [n][n]f64) : f64 =
  let ps = map (\r -> (r[0], r[1])) y
  let one i (a, b) =
    reduce (\(a, b, c) (d, e, f) -> (a + d, b + e, c + f)) (0, 0, 0)
      (map3 (\j (c, d) p -> if i == j then (0, 0, 0) else let r = 1 + (a - c) ** 2 + (b - d) ** 2 in (p * f64.log (p * r), p, 1 / r)) (iota n) ps p[i])
  let (s, t, z) = unzip3 (map2 one (iota n) ps)
  in f64.sum s + f64.sum t * f64.log (f64.sum z)
entry primal_matrix [n] (y: [n][2]f64) (p: [n][n]f64) = matrices y p
entry grad_matrix [n] (y: [n][2]f64) (p: [n][n]f64) = vjp (\y -> matrices y p) y 1
entry primal_loop [n] (y: [n][2]f64) (p: [n][n]f64) = loops y p
entry grad_loop [n] (y: [n][2]f64) (p: [n][n]f64) = vjp (\y -> loops y p) y 1
entry primal_pair [n] (y: [n][2]f64) (p: [n][n]f64) = pairs y p
entry grad_pair [n] (y: [n][2]f64) (p: [n][n]f64) = vjp (\y -> pairs y p) y 1
