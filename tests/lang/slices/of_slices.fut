-- A slice of a slice, and an index into one.
-- ==
-- input { [0, 1, 2, 3, 4, 5, 6, 7] } output { [6, 4] 5 [2, 5] [7, 5, 3, 1] }
def main (xs: []i32) = (xs[::2][3:1:-1], xs[2:6][3], xs[2:][0:6:3], xs[::-1][::2])
