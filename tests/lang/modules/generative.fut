-- Each application of a functor makes its own abstract types; each works by itself.
-- ==
-- input { 3 } output { 4 13 }
module type counter = {type t val start: t val next: t -> t val get: t -> i32}
module mk (P: {val first: i32}): counter = {
  type t = i32
  def start = P.first
  def next (x: t) = x + 1
  def get (x: t) = x
}
module a = mk {def first = 1i32}
module b = mk {def first = 10i32}
def main (n: i32) =
  (a.get (loop x = a.start for _i < n do a.next x), b.get (loop x = b.start for _i < n do b.next x))
