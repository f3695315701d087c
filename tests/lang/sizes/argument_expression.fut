-- A size that is an argument: two calls with equal arguments give equal sizes.
-- ==
-- input { 3i64 } output { [0i64, 2i64, 4i64] }
def main (n: i64) = map2 (+) (iota n) (iota n)
