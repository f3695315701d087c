-- An index out of bounds in a branch that is not taken is no error.
-- ==
-- input { [1, 2, 3] [0i64, 3i64, -1i64] } output { [1, 0, 0] }
def main [n] (xs: [n]i32) (is: []i64) = map (\i -> if 0 <= i && i < n then xs[i] else 0) is
