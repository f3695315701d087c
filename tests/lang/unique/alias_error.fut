-- A slice shares the array's memory, so it is gone with it.
-- ==
-- error: E0501
def main (xs: *[]i32) = let s = xs[1:] let ys = xs with [0] = 9 in (ys, s)
