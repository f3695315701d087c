-- Maps, reductions and scans over the rows and columns of f32 matrices: all backends agree.
-- ==
-- entry: g1 g2 g3 g4 g5 g6 g7 g8 g9 g10
-- input { [[1f32,2f32,3f32],[4f32,5f32,6f32]] } auto output
-- random input { [33][70]f32 } auto output
-- random input { [0][70]f32 } auto output
-- random input { [70][0]f32 } auto output
-- random input { [1][1]f32 } auto output
-- random input { [300][3]f32 } auto output
entry g1 [n][m] (xs: [n][m]f32) = map f32.sum xs
entry g2 [n][m] (xs: [n][m]f32) = map f32.sum (transpose xs)
entry g3 [n][m] (xs: [n][m]f32) = map (\r -> map (\s -> f32.sum (map2 (*) r s)) xs) xs
entry g4 [n][m] (xs: [n][m]f32) = map (\r -> scan f32.max f32.lowest r) xs |> transpose
entry g5 [n][m] (xs: [n][m]f32) = reduce (map2 (+)) (replicate m 0) xs
entry g6 [n][m] (xs: [n][m]f32) = scan (map2 f32.min) (replicate m 10) xs
entry g7 [n][m] (xs: [n][m]f32) = flatten (map reverse (transpose xs)) |> \ys -> ys[::-3]
entry g8 [n][m] (xs: [n][m]f32) = map (\r -> let s = f32.sum r in map (\x -> if s > 0 then x / s else x) r) xs
entry g9 [n][m] (xs: [n][m]f32) = (loop ys = xs for i < 3i32 do map (\r -> rotate 1 (map (+ 1) r)) (rotate (-1) ys))
entry g10 [n][m] (xs: [n][m]f32) = map (\r -> loop (a, k) = (copy r, 0) while k < m && a[k] < 0.5 do (a with [k] = a[k] * 2 + 1, k + 1)) xs |> unzip
