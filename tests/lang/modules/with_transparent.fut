-- A refined type is known outside.
-- ==
-- input { 3 } output { 4 }
module type S = {type t val x: t}
module m: S with t = i32 = {type t = i32 def x = 1i32}
def main (n: i32) = m.x + n
