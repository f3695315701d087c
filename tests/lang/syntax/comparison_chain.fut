-- a < b < c compares a bool with a number.
-- ==
-- error: E0203
def main (x: i32) = 1 < x < 3
