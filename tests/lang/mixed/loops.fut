-- Loops that change sizes, a sieve and a sort: all backends agree, and a negative size is an error.
-- ==
-- entry: h1 h2 h3 h4 h5 h6 h7
-- input { 0i64 } auto output
-- input { 1i64 } auto output
-- input { 7i64 } auto output
-- input { 40i64 } auto output
-- input { -1i64 } error: .
entry h1 (n: i64) = tabulate_3d n 3 n (\i j k -> i * j - k) |> map transpose |> map (map i64.sum)
entry h2 (n: i64) = let a = iota n in map (\i -> map (\j -> if j <= i then a[i - j] else a[j - i] * 10) (iota n)) a
entry h3 (n: i64) = loop (a: []i64) = replicate n 1 for i < 4i32 do a[0:length a / 2] ++ map (* 2) a[length a / 2:] ++ [i64.i32 i]
entry h4 (n: i64) = let m = replicate n (replicate n 1) in loop m for k < n do map (\r -> map2 (+) r m[k]) m |> map (map (% 1000))
entry h5 (n: i64) = map (\i -> (loop (a, b) = (0, 1) for _k < i do (b, (a + b) % 1000007)).0) (iota n)
entry h6 (n: i64) = let p = (loop p = replicate n true for i in 2..<(i64.max 3 n) do if i < n && p[i] then scatter p (map (* i) (2..<(i64.max 3 ((n + i - 1) / i)))) (replicate (i64.max 3 ((n + i - 1) / i) - 2) false) else p) in filter (\i -> i > 1 && p[i]) (iota n)
entry h7 (n: i64) = let xs = map (\i -> (i * 7919) % 101) (iota n) in loop xs = xs for i < n do let xs' = copy xs in map (\j -> if (i + j) % 2 == 0 then (if j + 1 < n then i64.min xs'[j] xs'[j+1] else xs'[j]) else (if j > 0 then i64.max xs'[j-1] xs'[j] else xs'[j])) (iota n)
