-- Names of the library that programs seldom use: histograms of three dimensions, unflatten_4d, unzip2, jmp2, mjp2.
-- ==
-- entry: hist3
-- input { 2i64 } output { [[[1, 0], [0, 0]], [[0, 0], [0, 5]]] }
entry hist3 (n: i64) =
  reduce_by_index_3d (replicate n (replicate n (replicate n 0))) (+) 0 [(0, 0, 0), (1, 1, 1), (1, 1, 1), (2, 0, 0)] [1, 2, 3, 4]
-- ==
-- entry: four
-- input { [1, 2, 3, 4] } output { [[[[1], [2]]], [[[3], [4]]]] [1, 2, 3, 4] }
entry four (xs: [4]i32) =
  let ys = unflatten_4d (xs :> [2 * 1 * 2 * 1]i32) :> [2][1][2][1]i32
  in (ys, flatten_4d ys)
-- ==
-- entry: pairs
-- input { [1, 2] } output { [1, 2] [1, 4] }
entry pairs (xs: []i32) = unzip2 (zip2 xs (map (\x -> x * x) xs))
-- ==
-- entry: forward
-- input { 3.0 } output { 9.0 [6.0, 12.0] }
entry forward (x: f64) = jmp2 (\x -> x * x) x [1, 2]
-- ==
-- entry: reverse
-- input { 3.0 } output { 9.0 [6.0, 12.0] }
entry reverse (x: f64) = mjp2 (\x -> x * x) x [1, 2]
-- ==
-- entry: order
-- input { [1, 2, 3] } output { 6 321 123 [0, 1, 3] }
entry order [n] (xs: [n]i32) =
  (reduce (+) 0 xs, foldr (\x a -> 10 * a + x) 0 xs, foldl (\a x -> 10 * a + x) 0 xs, exscan (+) 0 xs)
