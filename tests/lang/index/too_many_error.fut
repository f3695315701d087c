-- More indices than dimensions are a type error.
-- ==
-- error: .
def main (xs: []i32) = xs[0, 1]
