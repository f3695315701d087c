-- reverse and rotate of matrices work on rows, and map takes them to columns.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[5, 6], [3, 4], [1, 2]] [[3, 4], [5, 6], [1, 2]] [[2, 1], [4, 3], [6, 5]] [[2, 1], [4, 3], [6, 5]] }
def main (xs: [][]i32) = (reverse xs, rotate 1 xs, map reverse xs, map (rotate 1) xs)
