-- Arrays inside a kernel whose size is computed from data that may be negative.
-- ==
-- entry: f g h
-- input { [1i64, -5i64, 2i64, -100i64] 3i64 } auto output
entry f (ks: []i64) (n: i64) = map (\k -> i64.sum (iota (n - k))) ks
entry g (ks: []i64) (n: i64) = map (\k -> let xs = (iota (n - k)) with [0] = 5 in xs[0] + xs[n-k-1]) ks
entry h (ks: []i64) (n: i64) = map (\i -> let xs = iota ((i - 5) * (-n)) with [0] = 5 in if i < 4 then xs[i] else 0) (iota n)
