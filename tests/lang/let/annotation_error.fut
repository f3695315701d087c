-- The type of a pattern is checked.
-- ==
-- error: .
def main (x: i32) = let (a: bool) = x in a
