-- The result of map shares nothing.
-- ==
-- input { [1, 2] } output { [9, 2] [1, 2] }
def main (xs: *[]i32) = let t = map id xs let ys = xs with [0] = 9 in (ys, t)
