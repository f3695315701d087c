-- The size of filter's result is unknown, but the same wherever the array goes.
-- ==
-- input { [1, -2, 3] } output { [2, 6] 2i64 }
def main (xs: []i32) = let [k] (ys: [k]i32) = filter (> 0) xs in (map2 (+) ys ys, k)
