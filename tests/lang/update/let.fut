-- let x[i] = v in is short for an update of x.
-- ==
-- input { [1, 2, 3] } output { [7, 2, 8] }
def main (xs: *[]i32) = let xs[0] = 7 let xs[2] = 8 in xs
