-- Module lambdas, with and without a result type, applied in place.
-- ==
-- input { 3 } output { 6 4 }
module double = \(P: {val f: i32 -> i32}) -> {def g (x: i32) = P.f x + P.f x}
module hide = \(P: {val f: i32 -> i32}): {val h: i32 -> i32} -> {def h (x: i32) = P.f x + 1 def secret = 0i32}
module a = double {def f (x: i32) = x}
module b = hide {def f (x: i32) = x}
def main (x: i32) = (a.g x, b.h x)
