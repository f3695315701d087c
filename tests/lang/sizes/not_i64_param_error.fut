-- A parameter used as size is an i64.
-- ==
-- error: E0201
def f (n: i32) (xs: [n]i32) = xs
def main (x: i32) = f 1 [x]
