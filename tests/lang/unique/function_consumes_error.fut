-- An argument that was consumed may not be used again.
-- ==
-- error: E0501.*(xs)
def set (xs: *[]i32): *[]i32 = xs with [0] = 9
def main (xs: *[]i32) = let ys = set xs in (ys, xs)
