-- A function may return an array of a size that is not told; two calls differ.
-- ==
-- input { [1, -2, 3] } output { [1, 3] [2, 4] }
def pos (xs: []i32): []i32 = filter (> 0) xs
def main (xs: []i32) = (pos xs, map (+ 1) (pos xs))
