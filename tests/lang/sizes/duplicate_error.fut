-- Size parameters have different names.
-- ==
-- error: n
def main [n][n] (x: [n]i32) = x
