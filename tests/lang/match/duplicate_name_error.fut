-- A pattern binds each name once.
-- ==
-- error: x
def main (p: (i32, i32)) = match p case (x, x) -> x
