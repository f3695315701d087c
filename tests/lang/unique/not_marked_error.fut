-- A parameter that is not unique may not be updated.
-- ==
-- error: E0502.*xs
def main (xs: []i32) = xs with [0] = 9
