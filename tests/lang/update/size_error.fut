-- A constant size that differs is found at compile time.
-- ==
-- error: .
def main (xs: *[4]i32) = xs with [0:4] = [1, 2, 3] : [3]i32
