-- An index out of bounds in a map is an error of the program.
-- ==
-- input { [1, 2, 3] [0i64, 2i64] } output { [1, 3] }
-- input { [1, 2, 3] [0i64, 3i64] } error: 3
-- input { [1, 2, 3] empty([0]i64) } output { empty([0]i32) }
def main (xs: []i32) (is: []i64) = map (\i -> xs[i]) is
