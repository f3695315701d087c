-- A local open M.(e) brings a module's values, types and operators into scope.
-- ==
-- input { 3 4 } output { 4 6 1 }
module v = {
  type t = (i32, i32)
  def (+) (a: t) (b: t): t = (a.0 + b.0, a.1 + b.1)
  def one: t = (1, 2)
  module deep = {def x = 1i32}
}
def main (x: i32) (y: i32) = let (a, b) = v.(let p: t = (x, y) in p + one) in (a, b, v.deep.(x))
