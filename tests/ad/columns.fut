-- Points of transposed images, of which each is read by several loops: what a column has is not in one piece.
-- ==
-- entry: windows weighed planes
-- input { 1i64 1i64 1i64 } output { true }
-- input { 5i64 4i64 2i64 } output { true }
-- input { 4i64 9i64 3i64 } output { true }
-- input { 120i64 100i64 2i64 } output { true }
def image h w k = tabulate_3d h w k (\i j c -> f64.i64 ((i * 7 + j * 5 + c * 3) % 11) / 10)
def total [h][w][k] (x: [h][w][k]f64) = f64.sum (flatten_3d (map (map (map (\x -> x * x))) x))
def same [h][w][k] (a: [h][w][k]f64) (b: [h][w][k]f64) = and (map2 (\x y -> f64.abs (x - y) < 1e-9 * (1 + f64.abs y)) (flatten_3d a) (flatten_3d b))

-- | The gradient of a loss over columns against that over the rows of a transposed copy.
def checked [h][w][k] (line: [h][k]f64 -> [h][k]f64) (im: [h][w][k]f64) =
  same (vjp (\im -> total (map line (transpose im))) im 1) (transpose (vjp (\im -> total (map line im)) (copy (transpose im)) 1))

entry windows h w (k: i64) = checked (\(xs: [h][3]f64) -> tabulate h (\i -> map (\c -> f64.sum (map (\d -> xs[(i + d) % h, c]) (iota k))) (iota 3))) (image h w 3)
entry weighed h w (k: i64) =
  checked (\(xs: [h][3]f64) -> tabulate h (\i -> loop s = [0, 0, 0] for d < k do map2 (\s x -> s + f64.i64 (d + 1) * x) s xs[(i + d) % h])) (image h w 3)
entry planes h w (k: i64) = checked (\(xs: [h][k]f64) -> tabulate_2d h k (\i c -> f64.sum (map (\d -> xs[(i + d) % h, (c + d) % k]) (iota k)))) (image h w k)
