-- Division with no remainder rounds nothing, whatever the signs.
-- ==
-- input { [6, -6, 6, -6, 0] [3, 3, -3, -3, -5] } output { [2, -2, -2, 2, 0] [0, 0, 0, 0, 0] }
def main [n] (a: [n]i32) (b: [n]i32) = (map2 (/) a b, map2 (%) a b)
