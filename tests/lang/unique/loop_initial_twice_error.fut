-- A loop may not consume one of two parameters that begin with one array.
-- ==
-- error: E0501
def main (xs: *[]i32) (n: i64) = loop (ys, zs) = (xs, xs) for i < n do (ys with [i] = 1, zs)
