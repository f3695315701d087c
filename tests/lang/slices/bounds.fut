-- A slice beyond the array is a run-time error.
-- ==
-- input { [1, 2, 3] 0i64 3i64 } output { [1, 2, 3] }
-- input { [1, 2, 3] 3i64 3i64 } output { empty([0]i32) }
-- input { [1, 2, 3] 0i64 4i64 } error: 4
-- input { [1, 2, 3] 2i64 1i64 } error: .
-- input { [1, 2, 3] -1i64 2i64 } error: -1
-- input { [1, 2, 3] 4i64 4i64 } error: 4
def main (xs: []i32) (i: i64) (j: i64) = xs[i:j]
