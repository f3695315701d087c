-- The size of 0..<n is n.
-- ==
-- input { 3i64 } output { [0i64, 2i64, 4i64] }
def main (n: i64): [n]i64 = map2 (+) (0..<n) (iota n)
