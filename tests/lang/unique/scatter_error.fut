-- scatter consumes its destination.
-- ==
-- error: E0501.*(xs)
def main (xs: *[]i32) = let ys = scatter xs [0] [9] in (ys, xs)
