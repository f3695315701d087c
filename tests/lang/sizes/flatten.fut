-- flatten and unflatten relate sizes by multiplication.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [1, 2, 3, 4, 5, 6] [[1, 2, 3], [4, 5, 6]] [[1, 2], [3, 4], [5, 6]] }
def main [n][m] (xs: [n][m]i32) = (flatten xs, unflatten (flatten xs) : [n][m]i32, unflatten (flatten xs :> [m * n]i32) : [m][n]i32)
