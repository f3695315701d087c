-- A map whose function gives arrays of a size known outside.
-- ==
-- input { [1, 2] 3i64 } output { [[1, 1, 1], [2, 2, 2]] }
-- input { empty([0]i32) 3i64 } output { empty([0][3]i32) }
def main (xs: []i32) (m: i64) = map (\x -> replicate m x) xs
