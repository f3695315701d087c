-- A loop that updates its parameter consumes the initial array, which must be allowed.
-- ==
-- error: .
def main (xs: []i32) = loop ys = xs for i < 2i64 do ys with [i] = 0
