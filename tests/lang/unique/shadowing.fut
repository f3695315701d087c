-- An array updated under its own name.
-- ==
-- input { [1, 2] } output { [5, 6] }
def main (xs: *[]i32) = let xs = xs with [0] = 5 let xs = xs with [1] = 6 in xs
