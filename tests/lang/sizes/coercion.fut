-- e :> t checks sizes when it runs.
-- ==
-- input { [1, 2] [3, 4] } output { [4, 6] }
-- input { [1, 2] [3, 4, 5] } error: .
def main [n][m] (a: [n]i32) (b: [m]i32) = map2 (+) a (b :> [n]i32)
