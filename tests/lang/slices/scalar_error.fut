-- A scalar has no slices.
-- ==
-- error: .
def main (x: i32) = x[0:1]
