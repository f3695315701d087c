-- Found by seed 501521, n = 1: error. A row of an array whose other dimensions are permuted too.
entry f [n] (k: i64) (v: [2]f64) (vs: [n][2]f64) =
  let rows = (jmp2 (\v -> scatter_2d (replicate 2 (replicate 2 0.5)) (map (\i -> (i - 1, i)) (iota 2)) v) v vs).1
  in foldl (\acc (row: [n][2]f64) -> acc * row[(k + 1) % n, k % 2]) 0.5 (tabulate 3 (\_ -> rows[:, 1]))
