-- The type of a pattern is checked.
-- ==
-- error: E0201
def main (x: i32) = let (a: bool) = x in a
