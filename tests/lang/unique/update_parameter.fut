-- A parameter marked unique may be updated.
-- ==
-- input { [1, 2] } output { [9, 2] }
def main (xs: *[]i32) = xs with [0] = 9
