-- A function of one argument is not applied to two.
-- ==
-- error: .
def f (x: i32) = x
def main (x: i32) = f x x
