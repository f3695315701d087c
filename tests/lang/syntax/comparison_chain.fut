-- a < b < c compares a bool with a number.
-- ==
-- error: .
def main (x: i32) = 1 < x < 3
