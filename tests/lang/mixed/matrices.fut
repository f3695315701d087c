-- Programs on matrices of odd, empty and larger shapes: every backend gives what the interpreter gives.
-- ==
-- entry: a b c d e f
-- input { 3i64 4i64 } auto output
-- input { 0i64 4i64 } auto output
-- input { 65i64 33i64 } auto output
entry a (n: i64) (m: i64) = tabulate_2d n m (\i j -> tabulate_2d 2 3 (\k l -> i * 1000 + j * 100 + k * 10 + l)) |> map transpose |> flatten |> map transpose
entry b (n: i64) (m: i64) = let x = tabulate_2d n m (\i j -> f64.i64 (i * j)) in map (\r -> let mu = f64.sum r / f64.i64 m in map (\v -> (v - mu) ** 2) r |> f64.sum) x
entry c (n: i64) (m: i64) = let x = tabulate_2d n m (\i j -> (i * 7 + j * 13) % 11) in (loop x for k < 3i64 do map2 (\i r -> map2 (\j v -> v + (if i > 0 then x[i-1, j] else 0) + (if j + 1 < m then x[i, j+1] else 0)) (iota m) r) (iota n) x) |> flatten |> i64.sum
entry d (n: i64) (m: i64) = let x = tabulate_2d n m (\i j -> (i * 7 + j * 13) % 11) in (map (reduce i64.max 0) x, transpose x |> map (scan (+) 0) |> transpose |> map i64.sum, (map (\r -> r[::-1][0:m / 2]) x))
entry e (n: i64) (m: i64) = let x = tabulate_2d n m (\i j -> i * m + j) in (copy x with [0:n:2] = map (map (* -1)) x[0:n:2]) |> \y -> (copy y with [:, 0:m / 2] = (copy y[:, m - m / 2:] :> [n][m / 2]i64))
entry f (n: i64) (m: i64) = loop acc = replicate m 0 for i < n do loop acc for j in 0..<m do let k = (i * j) % m let acc[k] = acc[k] + i + j in acc
