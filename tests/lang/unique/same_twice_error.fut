-- One array may not be consumed twice in one call.
-- ==
-- error: E0501
def both (a: *[]i32) (b: *[]i32) = (a with [0] = 1, b with [0] = 2)
def main (xs: *[]i32) = both xs xs
