-- scatter consumes its destination.
-- ==
-- error: xs
def main (xs: *[]i32) = let ys = scatter xs [0] [9] in (ys, xs)
