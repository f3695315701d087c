-- The sizes of a changing loop parameter and of the loop's result may be named.
-- ==
-- input { 4i64 } output { [0i64, 0i64, 1i64, 2i64] 4i64 }
def main (n: i64) = let [m] (ys: [m]i64) = loop (ys: []i64) = [] for i < n do ys ++ [i64.max 0 (i - 1)] in (ys, m)
