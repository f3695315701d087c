-- Abbreviations for arrays of arrays.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[1, 3], [2, 4]] }
type mat [n][m] 't = [n][m]t
def tr [n][m] 't (x: mat [n][m] t): mat [m][n] t = transpose x
def main [n][m] (x: [n][m]i32) = tr x
