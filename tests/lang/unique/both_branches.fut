-- Each branch may consume the array.
-- ==
-- input { true [1, 2] } output { [9, 2] }
-- input { false [1, 2] } output { [1, 8] }
def main (b: bool) (xs: *[]i32) = if b then xs with [0] = 9 else xs with [1] = 8
