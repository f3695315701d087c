-- A size is an i64.
-- ==
-- error: E0201.*(i64)
def main (n: i32) = replicate n 0
