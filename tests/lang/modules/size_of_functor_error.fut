-- Sizes of different arguments of a functor are different sizes.
-- ==
-- error: E0401
module f (P: {val n: i64}) = {def ones = replicate P.n 1i32}
module a = {def n = 3i64}
module b = {def n = 4i64}
module fa = f a
module fb = f b
def main (x: i32) = map2 (+) fa.ones fb.ones
