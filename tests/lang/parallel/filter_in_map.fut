-- filter for each row, reduced to a number.
-- ==
-- input { [[1, -2, 3], [-1, -2, -3]] } output { [4, 0] [2i64, 0i64] }
def main (xs: [][]i32) = (map (\r -> i32.sum (filter (> 0) r)) xs, map (\r -> length (filter (> 0) r)) xs)
