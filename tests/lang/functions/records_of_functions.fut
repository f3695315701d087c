-- A record of functions is taken apart at compile time.
-- ==
-- input { 3 } output { 4 6 }
def ops = {inc = \(x: i32) -> x + 1, dbl = \(x: i32) -> x * 2}
def main (x: i32) = (ops.inc x, ops.dbl x)
