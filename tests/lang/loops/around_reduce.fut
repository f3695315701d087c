-- A loop whose scalar state comes from a reduction of its array state.
-- ==
-- input { [1, 2, 3] } output { [11, 12, 13] 24 }
def main (xs: []i32) = loop (ys, s) = (xs, 0) for _i < 2 do let t = i32.sum ys in (map (+ 5) ys, s + t - (if s == 0 then 0 else 3))
