-- Function types in ascriptions and abbreviations, arrows to the right.
-- ==
-- input { 3 } output { 7 8 }
type^ op = i32 -> i32 -> i32
def apply (f: op) (x: i32): i32 = f x 4
def curry2 (f: i32 -> (i32 -> i32)) (x: i32) = f x 5
def main (x: i32) = (apply (+) x, curry2 (+) x)
