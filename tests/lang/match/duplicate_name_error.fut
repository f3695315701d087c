-- A pattern binds each name once.
-- ==
-- error: E0304.*(x)
def main (p: (i32, i32)) = match p case (x, x) -> x
