-- The initial value of a loop that consumes is gone.
-- ==
-- error: E0501.*(xs)
def main (xs: *[]i32) = let zs = loop ys = xs for i < 2i64 do ys with [i] = 0 in (zs, xs)
