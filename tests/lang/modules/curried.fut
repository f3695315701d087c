-- A functor of two parameters, the second's type depending on the first; applied one at a time.
-- ==
-- input { 3 } output { 12 }
module compose (A: {type t val f: t -> t}) (B: {type t = A.t val g: t -> t}) = {def h (x: A.t) = B.g (A.f x)}
module inc = {type t = i32 def f (x: t) = x + 1}
module half = compose inc
module m = half {type t = i32 def g (x: t) = x * 3}
def main (x: i32) = m.h x
