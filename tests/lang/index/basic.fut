-- Indices count from 0; fewer indices than dimensions give an array.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] 2i64 1i64 } output { 6 [5, 6] [5, 6] 6 }
-- input { [[1, 2], [3, 4], [5, 6]] 0i64 0i64 } output { 1 [1, 2] [1, 2] 1 }
def main (xs: [][]i32) (i: i64) (j: i64) = (xs[i, j], xs[i], xs[i][0:2], xs[i][j])
