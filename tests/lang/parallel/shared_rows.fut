-- One row used by several maps of different shape.
-- ==
-- input { [1, 2, 3] } output { [[2, 3, 4], [3, 4, 5], [4, 5, 6]] [[1, 2, 3], [2, 4, 6], [3, 6, 9]] [9, 12, 15] }
def main (xs: []i32) = let a = map (\x -> map (+ x) xs) xs in (a, map (\x -> map (* x) xs) xs, map i32.sum a)
