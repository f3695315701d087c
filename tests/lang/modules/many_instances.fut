-- A chain of functors applied to results of functors.
-- ==
-- input { 1 } output { 32 }
module type fn = {val f: i32 -> i32}
module double (F: fn): fn = {def f (x: i32) = F.f (F.f x)}
module plus: fn = {def f (x: i32) = x * 2}
module a = double plus
module b = double a
module c: fn = {def f (x: i32) = b.f (plus.f x)}
def main (x: i32) = c.f x
