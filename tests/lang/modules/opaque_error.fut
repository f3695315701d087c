-- What an abstract type stands for is not known outside.
-- ==
-- error: E0203.*(m.t)
module m: {type t val x: t} = {type t = i32 def x = 1i32}
def main (n: i32) = m.x + n
