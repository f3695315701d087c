-- A functor that takes a functor, and applies it twice to different modules.
-- ==
-- input { 5 } output { 25 10 }
module type value = {type t val x: t -> t}
module type maker = (V: value) -> {val run: V.t -> V.t}
module twice (M: maker) = {
  module a = M {type t = i32 def x (y: i32) = y * y}
  module b = M {type t = i64 def x (y: i64) = y + y}
  def both (n: i32) = (a.run n, b.run (i64.i32 n))
}
module once (V: value) = {def run = V.x}
module m = twice once
def main (n: i32) = let (a, b) = m.both n in (a, i32.i64 b)
