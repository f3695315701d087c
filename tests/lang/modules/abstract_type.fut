-- An abstract type hides its representation, and values of it go through user code.
-- ==
-- input { 3 4 } output { 25 }
module point: {type t val mk: i32 -> i32 -> t val norm2: t -> i32 val origin: t} = {
  type t = {x: i32, y: i32}
  def mk x y: t = {x, y}
  def norm2 (p: t) = p.x * p.x + p.y * p.y
  def origin = mk 0 0
}
def larger (p: point.t) (q: point.t) = if point.norm2 p > point.norm2 q then p else q
def main (x: i32) (y: i32) = point.norm2 (larger point.origin (point.mk x y))
