-- The stride may be known at run time only.
-- ==
-- input { [0, 1, 2, 3, 4] 0i64 5i64 2i64 } output { [0, 2, 4] }
-- input { [0, 1, 2, 3, 4] 4i64 0i64 -1i64 } output { [4, 3, 2, 1] }
-- input { [0, 1, 2, 3, 4] 0i64 5i64 0i64 } error: .
-- input { [0, 1, 2, 3, 4] 0i64 6i64 1i64 } error: .
-- input { [0, 1, 2, 3, 4] 3i64 1i64 1i64 } error: .
-- input { [0, 1, 2, 3, 4] -1i64 1i64 1i64 } error: .
-- input { [0, 1, 2, 3, 4] 1i64 3i64 -1i64 } error: .
def main (xs: []i32) (i: i64) (j: i64) (s: i64) = xs[i:j:s]
