-- A scalar cannot be indexed.
-- ==
-- error: .
def main (x: i32) = x[0]
