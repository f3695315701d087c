-- A definition may be more polymorphic than its specification, in types and sizes.
-- ==
-- input { [1, 2] } output { [1, 2] 2i64 }
module m: {val id [n]: [n]i32 -> [n]i32 val len: [2]i32 -> i64}
= {def id 'a (x: a) = x def len [n] 'a (_: [n]a) = n}
def main (xs: [2]i32) = (m.id xs, m.len xs)
