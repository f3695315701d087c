-- Slices with both ends, one end, none.
-- ==
-- input { [1, 2, 3, 4, 5] } output { [2, 3] [3, 4, 5] [1, 2] [1, 2, 3, 4, 5] empty([0]i32) }
def main (xs: []i32) = (xs[1:3], xs[2:], xs[:2], xs[:], xs[2:2])
