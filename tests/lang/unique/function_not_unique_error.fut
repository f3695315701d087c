-- An argument that is not unique may not be given to a function that consumes it.
-- ==
-- error: E0502
def set (xs: *[]i32): *[]i32 = xs with [0] = 9
def main (xs: []i32) = set xs
