-- A module without what its module type asks for.
-- ==
-- error: E0602.*(value y)
module m: {val x: i32 val y: i32} = {def x = 1i32}
def main (x: i32) = x
