-- Rows of different constant sizes are not concatenated.
-- ==
-- error: .
def main (x: i32) = [[x, x]] ++ [[x]]
