-- Names with primes, underscores and digits; names of types as values.
-- ==
-- input { 1 } output { 6 }
def x' (y: i32) = y + 1
def x'' (y: i32) = x' (x' y)
def i32_ (_y: i32) = 2i32
def main (x: i32) = let i8 = x'' x in i8 + i32_ x + let a_1 = 1 in a_1
