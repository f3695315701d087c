-- A file may not define a name twice.
-- ==
-- error: E0304.*(f)
def f (x: i32) = x
def f (x: f64) = x
def main (x: i32) = f x
