-- Names in a functor's body mean what they meant where it was written.
-- ==
-- input { 1 } output { 11 }
def k = 10i32
module f (P: {val x: i32}) = {def y = P.x + k}
module g = {def k = 1000i32 module m = f {def x = 1i32 def k = 500i32}}
def main (_: i32) = g.m.y
