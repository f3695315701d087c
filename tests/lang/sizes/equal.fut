-- Parameters that share a size must agree when called from outside.
-- ==
-- input { [1, 2] [3, 4] } output { [4, 6] }
-- input { [1, 2] [3] } error: .
def main [n] (a: [n]i32) (b: [n]i32) = map2 (+) a b
