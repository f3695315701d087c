-- A parameter that is not unique may not be updated.
-- ==
-- error: consum|unique
def main (xs: []i32) = xs with [0] = 9
