-- A scalar cannot be indexed.
-- ==
-- error: E0201
def main (x: i32) = x[0]
