-- A size must be known before it is used.
-- ==
-- error: k
def main (xs: [k]i32) = xs
