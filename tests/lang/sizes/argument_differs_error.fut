-- Calls with different arguments give different sizes.
-- ==
-- error: E0401
def main (n: i64) (m: i64) = map2 (+) (iota n) (iota m)
