-- A loop parameter that never changes, and one that is never used.
-- ==
-- input { [1, 2, 3] 5 } output { 30 }
def main (xs: []i32) (n: i32) = (loop (s, ys, _u) = (0, xs, true) for _i < n do (s + i32.sum ys, ys, false)).0
