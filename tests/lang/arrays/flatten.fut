-- flatten and unflatten of two, three and four dimensions.
-- ==
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[1, 2], [3, 4], [5, 6], [7, 8]] [1, 2, 3, 4, 5, 6, 7, 8] [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] [1, 2, 3, 4, 5, 6, 7, 8] }
def main [n][m][k] (xs: [n][m][k]i32) = (flatten xs, flatten_3d xs, unflatten_3d (flatten_3d xs), flatten_4d [xs])
