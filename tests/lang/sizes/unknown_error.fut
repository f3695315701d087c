-- A size must be known before it is used.
-- ==
-- error: E0301.*(k)
def main (xs: [k]i32) = xs
