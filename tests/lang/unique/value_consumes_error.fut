-- The new value of an update may not consume the array.
-- ==
-- error: E0501
def first (xs: *[]i32) = (xs with [0] = 1)[0]
def main (xs: *[]i32) = xs with [0] = first xs
