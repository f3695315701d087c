-- A body sees of its argument only what the parameter's module type shows.
-- ==
-- input { 1 } output { 2 }
def y = 1i32
module f (P: {val x: i32}) = {open P def z = x + y}
module m = f {def x = 1i32 def y = 100i32}
def main (_: i32) = m.z
