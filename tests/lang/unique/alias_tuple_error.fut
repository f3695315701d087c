-- An array in a tuple is gone with its original.
-- ==
-- error: E0501
def main (xs: *[]i32) = let t = (xs, 1i32) let ys = xs with [0] = 9 in (ys, t.0)
