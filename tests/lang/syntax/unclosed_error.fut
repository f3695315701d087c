-- A parenthesis that is not closed.
-- ==
-- error: .
def main (x: i32) = (x + 1
