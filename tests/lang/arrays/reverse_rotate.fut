-- reverse and rotate, by more than the length and backwards.
-- ==
-- input { [1, 2, 3] 1i64 } output { [3, 2, 1] [2, 3, 1] }
-- input { [1, 2, 3] -1i64 } output { [3, 2, 1] [3, 1, 2] }
-- input { [1, 2, 3] 7i64 } output { [3, 2, 1] [2, 3, 1] }
-- input { [1, 2, 3] -7i64 } output { [3, 2, 1] [3, 1, 2] }
-- input { empty([0]i32) 4i64 } output { empty([0]i32) empty([0]i32) }
def main (xs: []i32) (k: i64) = (reverse xs, rotate k xs)
