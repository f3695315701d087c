-- Two arrays trade places in each iteration.
-- ==
-- input { [1, 2] [3, 4] 3 } output { [3, 4] [1, 2] }
-- input { [1, 2] [3, 4] 4 } output { [1, 2] [3, 4] }
def main [n] (a: [n]i32) (b: [n]i32) (k: i32) = loop (a, b) for _i < k do (b, a)
