-- What follows a value's name are fields, also after modules; a local value hides a module.
-- ==
-- input { 5 } output { 6 7 2 }
module m = {
  module k = {def r = {x = {y = 6i32}}}
  def x = 2i32
}
def f (m: {x: i32}) = m.x + 2
def main (i: i32) = (m.k.r.x.y, f {x = i}, m.x)
