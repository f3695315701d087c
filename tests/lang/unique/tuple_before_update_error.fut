-- A value that is computed before may not be used with what is consumed after.
-- ==
-- error: E0501
def main (xs: *[]i32) = (xs, xs with [0] = 1)
