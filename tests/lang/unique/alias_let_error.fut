-- Another name for an array is gone with it.
-- ==
-- error: E0501
def main (xs: *[]i32) = let zs = xs let ys = xs with [0] = 9 in (ys, zs[0])
