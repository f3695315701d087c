-- An update does not change the array's type.
-- ==
-- input { [1, 2, 3] } output { [0, 2, 3] }
def main [n] (xs: *[n]i32): [n]i32 = xs with [0] = 0
