-- A map may consume the rows of an array that it owns.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[0, 2], [0, 4]] }
def zero [n] (r: *[n]i32): *[n]i32 = r with [0] = 0
def main (xs: *[][]i32) = map (\r -> zero (copy r)) xs
