-- Every dimension is checked, not the flat offset only.
-- ==
-- input { [[1, 2], [3, 4]] 0i64 2i64 } error: 2
-- input { [[1, 2], [3, 4]] 2i64 0i64 } error: 2
-- input { [[1, 2], [3, 4]] 1i64 -1i64 } error: -1
-- input { [[1, 2], [3, 4]] 1i64 1i64 } output { 4 }
def main (xs: [][]i32) (i: i64) (j: i64) = xs[i, j]
