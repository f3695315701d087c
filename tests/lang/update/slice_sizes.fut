-- The new value of a slice may have any size for the checker, which is compared at run time; rows keep theirs.
-- ==
-- entry: known
-- input { [1, 2, 3, 4] } error: .
entry known (xs: *[4]i32) = xs with [0:4] = [1, 2, 3]
-- ==
-- entry: expression
-- input { [1, 2, 3, 4] 1i64 2i64 } output { [1, 0, 0, 4] }
-- input { [1, 2, 3, 4] 3i64 2i64 } error: .
entry expression (xs: *[]i32) (i: i64) (k: i64) = xs with [i:i+k] = replicate k 0
-- ==
-- entry: rows
-- input { [[1, 2], [3, 4], [5, 6]] [[7, 8]] } output { [[1, 2], [7, 8], [5, 6]] }
-- input { [[1, 2], [3, 4], [5, 6]] [[7, 8], [9, 10]] } error: .
entry rows [n] [m] [k] (xs: *[n][m]i32) (ys: [k][m]i32) = xs with [1:2] = ys
