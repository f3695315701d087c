-- scan with an operator on arrays.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [4, 6], [9, 12]] }
def main [n][m] (xs: [n][m]i32) = scan (map2 (+)) (replicate m 0) xs
