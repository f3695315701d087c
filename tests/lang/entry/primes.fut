-- Names of entry points may have primes.
-- ==
-- entry: f' f'' f_ x'y
-- input { 3 } output { 4 }
entry f' (x: i32) = x + 1
entry f'' (x: i32) = f' x
entry f_ (x: i32) = f'' x
entry x'y (x: i32) = f_ x
