-- Parameters with and without types, results with and without.
-- ==
-- input { 3 4 } output { 7 12 -1 }
def f (x: i32) (y: i32): i32 = x + y
def g x y: i32 = x * y
def h x y = f x (-y)
def main (x: i32) (y: i32) = (f x y, g x y, h x y)
