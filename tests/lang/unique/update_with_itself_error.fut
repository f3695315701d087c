-- The new value may not share memory with the array that is updated.
-- ==
-- error: E0505
def main (xs: *[4]i32) = xs with [0:2] = xs[2:4]
