-- The new element has the type of the old ones.
-- ==
-- error: E0201
def main (xs: *[]i32) = xs with [0] = true
