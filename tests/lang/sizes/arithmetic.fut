-- Sizes may be expressions, and the same expression is the same size.
-- ==
-- input { [1, 2] [3] } output { [1, 2, 3] [2, 4, 6] }
def cat [n][m] (a: [n]i32) (b: [m]i32): [n + m]i32 = a ++ b
def main [n][m] (a: [n]i32) (b: [m]i32) = let c = cat a b in (c, map2 (+) c (cat a b))
