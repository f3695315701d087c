-- A definition that consumes its parameter where the specification does not say so.
-- ==
-- error: E0603
module m: {val set [n]: [n]i32 -> [n]i32} = {def set [n] (xs: *[n]i32): *[n]i32 = xs with [0] = 9}
def main (x: i32) = x
