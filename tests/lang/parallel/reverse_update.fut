-- An array reversed and then updated inside a kernel is a copy: the original stays.
-- ==
-- entry: a b c d e f g
-- input { [3i64, -1, 4, 1, -5] 2i64 } auto output
entry a [n] (xs: [n]i64) (k: i64) = (copy (reverse xs) with [1] = k, xs)
entry b [n] (xs: [n]i64) (k: i64) = let ys = copy (reverse xs) with [1] = k in (ys, i64.sum xs)
entry c [n] (xs: [n]i64) (k: i64) = let ys = map (\i -> let zs = copy (reverse xs) with [1] = i in zs[0] * 10 + zs[1]) xs in (ys, xs)
entry d [n] (xs: [n]i64) (k: i64) = map (\i -> let zs = copy (reverse xs) with [1] = i in i64.sum (map2 (*) zs xs)) xs
entry e [n] (xs: [n]i64) (k: i64) = (map (\v72 -> reduce (+) 0 (scatter (copy (reverse xs)) xs xs)) xs)
entry f [n] (xs: [n]i64) (k: i64) = (map (\v35 -> reduce (+) 0 (copy xs with [k % n] = (xs[v35 % n] - k))) (copy (reverse xs) with [k % n] = k))
entry g [n] (xs: [n]i64) (k: i64) = (reduce_by_index (iota n) i64.max k xs (reduce_by_index (copy (reverse xs)) (+) 0 xs xs))
