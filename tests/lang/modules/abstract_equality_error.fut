-- Values of an abstract type cannot be compared with ==.
-- ==
-- error: m.t is abstract
module m: {type t val x: t} = {type t = i32 def x = 1i32}
def main (_: i32) = m.x == m.x
