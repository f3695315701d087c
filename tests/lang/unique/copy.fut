-- A copy may be updated, whatever the original.
-- ==
-- input { [1, 2] } output { [9, 2] [1, 2] }
def main (xs: []i32) = (copy xs with [0] = 9, xs)
