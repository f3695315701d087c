-- Both components of a tuple that is consumed later must not be one array.
-- ==
-- error: E0503
def f (xs: *[]i32): (*[]i32, *[]i32) = (xs, xs)
def main (xs: *[]i32) = f xs
