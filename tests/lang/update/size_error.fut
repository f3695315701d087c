-- A constant size that differs is found at compile time.
-- ==
-- error: E0401
def main (xs: *[4]i32) = xs with [0:4] = [1, 2, 3] : [3]i32
