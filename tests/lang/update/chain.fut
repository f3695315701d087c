-- Updates chain, and the later one wins.
-- ==
-- input { [1, 2, 3] } output { [5, 6, 3] }
def main (xs: *[]i32) = xs with [0] = 4 with [1] = 6 with [0] = 5
