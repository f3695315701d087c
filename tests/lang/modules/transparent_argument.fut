-- The types of a functor's argument are known outside, if its result says so.
-- ==
-- input { 3 } output { 7 }
module f (P: {type t val x: t}) = {type u = P.t def y: u = P.x}
module m = f {type t = i32 def x = 4i32}
def main (n: i32): i32 = m.y + n
