-- An argument of the wrong type.
-- ==
-- error: E0201
def f (x: i32) (y: f64) = f64.i32 x + y
def main (x: i32) = f x x
