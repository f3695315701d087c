-- After an update the old array is gone.
-- ==
-- error: E0501.*(xs)
def main (xs: *[]i32) = let ys = xs with [0] = 9 in (ys, xs[0])
