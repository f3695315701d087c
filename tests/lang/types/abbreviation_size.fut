-- An abbreviation with a size parameter relates sizes.
-- ==
-- input { [1, 2] [3, 4] } output { 11 }
-- input { [1, 2] [3] } error: .
type vec [n] = [n]i32
def dot [n] (a: vec [n]) (b: vec [n]) = i32.sum (map2 (*) a b)
def main [n][m] (a: [n]i32) (b: [m]i32) = dot a (b :> vec [n])
