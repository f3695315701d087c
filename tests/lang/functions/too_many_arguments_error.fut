-- A function of one argument is not applied to two.
-- ==
-- error: E0202
def f (x: i32) = x
def main (x: i32) = f x x
