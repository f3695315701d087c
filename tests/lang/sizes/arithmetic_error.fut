-- Different size expressions are different sizes.
-- ==
-- error: .
def main [n][m] (a: [n]i32) (b: [m]i32) = map2 (+) (a ++ b) (b ++ b)
