-- exscan and spread.
-- ==
-- input { [1, 2, 3] } output { [0, 1, 3] [0, 7, 0] }
-- input { empty([0]i32) } output { empty([0]i32) [0, 7, 0] }
def main (xs: []i32) = (exscan (+) 0 xs, spread 3 0 [1, 8] [7, 9])
