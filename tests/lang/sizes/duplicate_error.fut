-- Size parameters have different names.
-- ==
-- error: E0405.*(n)
def main [n][n] (x: [n]i32) = x
