-- A tuple has no component beyond its last.
-- ==
-- error: .
def main (x: i32) = (x, x).2
