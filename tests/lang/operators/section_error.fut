-- A section applied to a wrong type is a type error.
-- ==
-- error: E0203
def main (xs: []bool) = map (+1) xs
