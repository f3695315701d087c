-- A loop parameter that is declared with a type that is not unique may not be consumed.
-- ==
-- error: E0502
def main (n: i64) = loop (xs: []i64) = iota n for i < n do xs with [i] = 0
