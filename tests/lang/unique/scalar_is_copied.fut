-- A scalar element does not share memory with the array.
-- ==
-- input { [1, 2] } output { [9, 2] 1 }
def main (xs: *[]i32) = let a = xs[0] let ys = xs with [0] = 9 in (ys, a)
