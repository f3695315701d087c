-- An import is a module expression: ascribed, applied to a functor, opened.
-- ==
-- input { 3 } output { 13 4 }
module twice (P: {val f: i32 -> i32}) = {def g (x: i32) = P.f (P.f x)}
module m = twice (import "lib/shift")
module n: {val f: i32 -> i32} = import "lib/shift"
def main (x: i32) = (m.g x, n.f x - 4)
