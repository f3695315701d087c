-- Operators bind as in Futhark's parser: ** over * over + over shifts over bits over comparisons over && over ||.
-- ==
-- entry: arith
-- input { 2 3 4 } output { 14 10 18 5 512 }
-- entry: bits
-- input { 6 3 1 } output { 8 1 3 48 7 }
-- entry: logic
-- input { 1 2 3 } output { true true false true }
entry arith (a: i32) (b: i32) (c: i32) = (a + b * c, a * b + c, a + b * c + c, c + b - a, a ** (b * b))
entry bits (a: i32) (b: i32) (c: i32) = (a & b + c << 1 | 8, a | b & c, a ^ b & c | b, a << b, a & b << c ^ 1)
entry logic (a: i32) (b: i32) (c: i32) = (a < b && b < c, a == b || b != c, a + b == c && a > b, !(a > b) && true || false)
