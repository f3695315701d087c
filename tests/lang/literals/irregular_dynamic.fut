-- Rows of sizes known at run time only must be equal.
-- ==
-- input { [1, 2] [3, 4] } output { [[1, 2], [3, 4]] }
-- input { [1, 2] [3] } error: .
def main [n][m] (xs: [n]i32) (ys: [m]i32) = [xs, ys :> [n]i32]
