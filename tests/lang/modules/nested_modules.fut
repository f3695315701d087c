-- Modules inside modules, matched by nested module types, with refinement inside.
-- ==
-- input { 2 } output { 12 3 }
module type inner = {type t val f: t -> t}
module type outer = {module a: inner module b: inner with t = i32 val join: a.t -> b.t -> i32}
module m: outer with a.t = i32 = {
  module a = {type t = i32 def f (x: t) = x + 1 def hidden = true}
  module b = {type t = i32 def f (x: t) = x * 2}
  def join (x: i32) (y: i32) = x * y
}
def main (x: i32) = (m.join (m.a.f x) (m.b.f x), m.a.f x)
