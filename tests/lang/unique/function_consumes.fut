-- A function with a unique parameter consumes its argument.
-- ==
-- input { [1, 2] } output { [9, 2] }
def set (xs: *[]i32): *[]i32 = xs with [0] = 9
def main (xs: *[]i32) = set xs
