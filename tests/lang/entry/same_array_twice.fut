-- One array as several results.
-- ==
-- input { [1, 2] } output { [1, 2] [1, 2] [2, 1] [1] }
def main (xs: []i32) = (xs, xs, reverse xs, xs[0:1])
