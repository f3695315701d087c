-- A decimal literal is never an integer.
-- ==
-- error: E0203
def main (x: i32) = x + 1.5
