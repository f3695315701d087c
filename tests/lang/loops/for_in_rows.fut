-- A loop over the rows of a matrix.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [9, 12] 3i64 }
def main [n][m] (xss: [n][m]i32) = (loop acc = replicate m 0 for xs in xss do map2 (+) acc xs, loop k = 0i64 for _ in xss do k + 1)
