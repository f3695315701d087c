-- A pattern binds each name once.
-- ==
-- error: E0304.*(a)
def main (x: i32) = let (a, a) = (x, x) in a
