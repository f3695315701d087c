-- Branches with arrays of different sizes give an array of unknown size.
-- ==
-- input { true [1, 2] } output { [1, 2, 1, 2] 4i64 }
-- input { false [1, 2] } output { [1, 2] 2i64 }
def main (b: bool) (xs: []i32) = let ys = if b then xs ++ xs else xs in (ys, length ys)
