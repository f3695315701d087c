-- Calls with different arguments give different sizes.
-- ==
-- error: .
def main (n: i64) (m: i64) = map2 (+) (iota n) (iota m)
