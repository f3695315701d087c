-- transpose, twice, and of products.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [2, 5], [3, 6]] [[1, 2, 3], [4, 5, 6]] [[2, 8], [4, 10], [6, 12]] 4 }
-- input { empty([0][3]i32) } error: .
def main (xs: [][]i32) = (transpose xs, transpose (transpose xs), map (map (* 2)) (transpose xs), (transpose xs)[0, 1])
