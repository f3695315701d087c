-- Different size expressions are different sizes.
-- ==
-- error: E0401
def main [n][m] (a: [n]i32) (b: [m]i32) = map2 (+) (a ++ b) (b ++ b)
