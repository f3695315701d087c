-- Arrays just made may be consumed.
-- ==
-- input { } output { [0, 9] [5, 0] [1, 1] }
def main = (scatter (replicate 2 0) [1] [9], [0, 0] with [0] = 5, scatter (map id [0, 0]) [0, 1] [1, 1])
