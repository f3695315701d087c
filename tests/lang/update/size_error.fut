-- The row written by an update has another size than the rows of the array.
-- ==
-- error: E0401
def main [n] [m] (xs: *[n][m]i32) (ys: [n][n]i32) = xs with [0:n] = ys
