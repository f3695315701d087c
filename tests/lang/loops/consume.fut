-- A loop that consumes its parameter leaves the original alone if it is a copy.
-- ==
-- input { [0, 0, 0] 3i64 } output { [0, 1, 2] [0, 0, 0] }
def main (xs: []i32) (n: i64) = (loop ys = copy xs for i < n do ys with [i] = i32.i64 i, xs)
