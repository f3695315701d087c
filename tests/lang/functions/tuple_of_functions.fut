-- A tuple of functions as an argument.
-- ==
-- input { 3 } output { 9 }
def both (f: i32 -> i32, g: i32 -> i32) (x: i32) = f x + g x
def main (x: i32) = both ((+ 1), \y -> y + 2) x
