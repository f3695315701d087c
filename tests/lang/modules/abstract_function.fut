-- A fully lifted abstract type may be a function.
-- ==
-- input { 4 } output { 9 }
module fn: {type^ t val inc: t val double: t val and_then: t -> t -> t val run: t -> i32 -> i32} = {
  type^ t = i32 -> i32
  def inc: t = \x -> x + 1
  def double: t = \x -> x * 2
  def and_then (f: t) (g: t): t = \x -> g (f x)
  def run (f: t) x = f x
}
def main (x: i32) = fn.run (fn.and_then fn.double fn.inc) x
