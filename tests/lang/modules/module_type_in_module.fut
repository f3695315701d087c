-- Module types are members of modules, and may be opened.
-- ==
-- input { 2 } output { 5 }
module types = {module type S = {type t val f: t -> t}}
module m: types.S with t = i32 = {type t = i32 def f (x: t) = x + 1}
open types
module n: S with t = i32 = {type t = i32 def f (x: t) = m.f x + 2}
def main (x: i32) = n.f x
