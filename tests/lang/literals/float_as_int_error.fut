-- A decimal literal is never an integer.
-- ==
-- error: .
def main (x: i32) = x + 1.5
