-- reduce with an operator on arrays.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [9, 12] [[9, 9], [12, 12]] }
-- input { empty([0][2]i32) } output { [0, 0] [[0, 0], [0, 0]] }
def main [n][m] (xs: [n][m]i32) = (reduce (map2 (+)) (replicate m 0) xs, reduce (map2 (map2 (+))) (replicate m (replicate 2 0)) (map (map (replicate 2)) xs))
