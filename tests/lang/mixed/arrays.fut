-- Array programs on small, empty and large input: every backend gives what the interpreter gives.
-- ==
-- entry: a b c d e f g h i j
-- input { 0i64 [3, -1, 4, 1, -5, 9, 2, 6] } auto output
-- input { 3i64 [3, -1, 4, 1, -5, 9, 2, 6] } auto output
-- input { 1i64 empty([0]i32) } auto output
-- random input { 5i64 [3000]i32 } auto output
entry a [n] (k: i64) (xs: [n]i32) = (loop (ys: []i32) = xs for i < k do filter (\y -> y % 3 != i32.i64 i % 3) ys ++ [i32.i64 i])
entry b [n] (k: i64) (xs: [n]i32) = let ys = map (\x -> i32.abs (x % 50)) xs in map (\y -> let h = reduce_by_index (replicate 5 0) (+) 0 (map (\j -> (j * i64.i32 y) % 7 - 1) (iota 20)) (replicate 20 1) in i32.maximum h) ys
entry c [n] (k: i64) (xs: [n]i32) = map (\x -> (loop (a, i) = (replicate 4 x, 0) while i < 4 && a[(i+1)%4] % 2 == x % 2 do (a with [i] = a[i] + i32.i64 i, i + 1)).0) xs
entry d [n] (k: i64) (xs: [n]i32) = let m = xs |> map (\x -> [x, x * 2, x * 3]) in (transpose m |> map (reduce (+) 0), map (\r -> scan (+) 0 r |> reverse |> rotate k) m)
entry e [n] (k: i64) (xs: [n]i32) = let s = scan (+) 0 xs in map2 (\i x -> if i >= k && i < n then s[i] - (if i > k then s[i - k] else 0) + x else -1) (iota n) xs
entry f [n] (k: i64) (xs: [n]i32) = let (ps, ns) = partition (>= 0) xs in (length ps, length ns, ps ++ ns, map (\p -> length (filter (< p) (take (i64.min 20 (length ns)) ns))) (take (i64.min 20 (length ps)) ps))
entry g [n] (k: i64) (xs: [n]i32) = let r = map (\x -> {v = x, idx = [x, x + 1]}) xs let q = filter (\z -> z.v % 2 == 0) r in (map (.v) q, map (\z -> z.idx) q, reduce (\p q -> if p.v > q.v then p else q) {v = i32.lowest, idx = [0, 0]} r |> (.idx))
entry h [n] (k: i64) (xs: [n]i32) = let m = i64.min n 60 let ys = take m xs in map (\i -> map (\j -> if i == j then 0 else ys[i] ^ ys[j]) (iota m)) (iota m) |> map (reduce i32.max i32.lowest)
entry i [n] (k: i64) (xs: [n]i32) = loop (a, b) = (copy xs, map (+ 1) xs) for t < k do (map2 (+) b (rotate t a), scatter a (map (\z -> if z % 2 == 0 then z else -1) (iota n)) (map (* 2) b))
type opt = #some i32 | #none
entry j [n] (k: i64) (xs: [n]i32) = let f (x: i32): opt = if x > 0 then #some x else #none in map f xs |> map (\y -> match y case #some z -> z + 1 case #none -> 0) |> \ys -> (i32.sum ys, scan i32.max 0 ys)
