-- ?[k]. names the unknown size of a result.
-- ==
-- input { [1, -2, 3] } output { [2, 6] }
def pos [n] (xs: [n]i32): ?[k].([k]i32, [k]i32) = let ys = filter (> 0) xs in (ys, ys)
def main (xs: []i32) = let (a, b) = pos xs in map2 (+) a b
