-- filter of rows of a matrix.
-- ==
-- input { [[1, 2], [3, 4], [5, 0]] } output { [[1, 2], [5, 0]] }
def main (xs: [][]i32) = filter (\r -> i32.sum r < 6) xs
