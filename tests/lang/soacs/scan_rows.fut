-- scan of each row, and down the columns.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 3, 6], [4, 9, 15]] [[1, 2, 3], [5, 7, 9]] }
def main (xs: [][]i32) = (map (scan (+) 0) xs, transpose (map (scan (+) 0) (transpose xs)))
