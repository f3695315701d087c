-- A parametric module as a member of a module, specified in a module type.
-- ==
-- input { 4 } output { 5 }
module type kit = {type t val zero: t val get: t -> i32 module inc: (P: {val by: i32}) -> {val go: t -> t}}
module kit: kit = {
  type t = i32
  def zero = 0i32
  def get (x: t) = x
  module inc (P: {val by: i32}) = {def go (x: t) = x + P.by}
}
module one = kit.inc {def by = 1i32}
module four = kit.inc {def by = 4i32}
def main (_: i32) = kit.get (four.go (one.go kit.zero))
