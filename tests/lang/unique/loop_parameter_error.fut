-- A loop that updates its parameter consumes the initial array, which must be allowed.
-- ==
-- error: E0502
def main (xs: []i32) = loop ys = xs for i < 2i64 do ys with [i] = 0
