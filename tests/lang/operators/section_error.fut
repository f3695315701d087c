-- A section applied to a wrong type is a type error.
-- ==
-- error: .
def main (xs: []bool) = map (+1) xs
