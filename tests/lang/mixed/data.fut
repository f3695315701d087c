-- Scans, histograms, loops and filters over data taken modulo 17: all backends agree.
-- ==
-- entry: f1 f2 f3 f4 f5 f6 f7 f8 f9
-- input { [5i64, 3i64, 0i64, 8i64, 1i64] } auto output
-- input { [0i64] } auto output
-- input { empty([0]i64) } auto output
-- random input { [1000]i64 } auto output
-- random input { [257]i64 } auto output
def c (x: i64) = x % 17 |> i64.abs
entry f1 (xs: []i64) = let ys = map c xs in scan (\(a,b) (p,q) -> (a + p, i64.max b q)) (0, i64.lowest) (zip ys (reverse ys)) |> unzip
entry f2 [n] (xs: [n]i64) = let ys = map c xs in map (\y -> i64.sum (map (\z -> i64.max y z) (ys))) ys |> scan (+) 0
entry f3 [n] (xs: [n]i64) = let ys = map c xs in map (\y -> loop s = 0 for i < y do s + ys[i % n] ) ys
entry f4 [n] (xs: [n]i64) = let ys = map c xs in reduce_by_index (replicate 17 0) (+) 0 ys (map (\i -> i * 2) (iota n))
entry f5 [n] (xs: [n]i64) = let ys = map c xs in map (\y -> let a = iota 5 with [y % 5] = 100 in scan (+) 0 a) ys
entry f6 [n] (xs: [n]i64) = let ys = map c xs in map (\y -> reduce (\a b -> a * 31 + b) 7 (map (* y) (0..<y))) ys
entry f7 [n] (xs: [n]i64) = let ys = map c xs in map (\y -> let z = filter (\k -> k % 3 == y % 3) (iota y) in i64.sum z + length z) ys
entry f8 [n] (xs: [n]i64) = let ys = map c xs in scatter (replicate n (-1)) (map (\i -> if i % 2 == 0 then i / 2 else -1) (iota n)) ys |> filter (>= 0)
entry f9 [n] (xs: [n]i64) = let (a, b) = partition (\x -> c x > 8) xs in (map c a, scan (+) 0 (map c b))
