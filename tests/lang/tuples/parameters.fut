-- A tuple as parameter of an entry point is given as its components.
-- ==
-- input { 1 2.5 [true] } output { [true] 1 2.5 }
def main ((a, (b, c)): (i32, (f64, []bool))) = (c, a, b)
