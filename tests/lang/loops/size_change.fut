-- A loop parameter changes its size from one iteration to the next.
-- ==
-- input { [1, 2] 3 } output { [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2] }
-- input { [1, 2] 0 } output { [1, 2] }
def main (xs: []i32) (n: i32) = loop ys = xs for _i < n do ys ++ ys
