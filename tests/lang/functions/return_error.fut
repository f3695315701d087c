-- A result of another type than declared.
-- ==
-- error: .
def f (x: i32): f64 = x
def main (x: i32) = f x
