-- Size parameters are values as well.
-- ==
-- input { [1, 2, 3] [[1, 2], [3, 4]] } output { 3i64 2i64 2i64 7i64 }
def main [n][m][k] (xs: [n]i32) (ys: [m][k]i32) = (n, m, k, n + m * k)
