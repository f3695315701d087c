-- A loop may not consume what lives outside of it.
-- ==
-- error: E0502
def main (xs: *[]i32) = loop s = 0 for _i < 3i32 do let ys = xs with [0] = s in s + ys[0]
