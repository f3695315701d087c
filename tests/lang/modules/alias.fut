-- Another name for a module, a parametric module and a module type.
-- ==
-- input { 3 } output { 8 }
module m = {def f (x: i32) = x + 1}
module n = m
module type S = {val f: i32 -> i32}
module type T = S
module twice (P: T) = {def g (x: i32) = P.f x + P.f x}
module again = twice
module r = again n
def main (x: i32) = r.g x
