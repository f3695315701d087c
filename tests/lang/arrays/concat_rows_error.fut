-- Rows of different constant sizes are not concatenated.
-- ==
-- error: E0401
def main (x: i32) = [[x, x]] ++ [[x]]
