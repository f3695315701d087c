-- Uses before the update see the old array.
-- ==
-- input { [1, 2] } output { 3 [9, 2] 1 }
def main (xs: *[]i32) = let s = i32.sum xs let a = xs[0] let ys = xs with [0] = 9 in (s, ys, a)
