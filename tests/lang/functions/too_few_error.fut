-- A function that lacks an argument is no number.
-- ==
-- error: E0203
def f (x: i32) (y: i32) = x + y
def main (x: i32) = f x + 1
