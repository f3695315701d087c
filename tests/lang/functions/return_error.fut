-- A result of another type than declared.
-- ==
-- error: E0201
def f (x: i32): f64 = x
def main (x: i32) = f x
