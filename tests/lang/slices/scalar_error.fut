-- A scalar has no slices.
-- ==
-- error: E0201
def main (x: i32) = x[0:1]
