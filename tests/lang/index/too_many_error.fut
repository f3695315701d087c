-- More indices than dimensions are a type error.
-- ==
-- error: E0201
def main (xs: []i32) = xs[0, 1]
