-- A tuple has no component beyond its last.
-- ==
-- error: E0204
def main (x: i32) = (x, x).2
