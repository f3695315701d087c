-- A size defined in a module is a size in types outside, through ascription and functors.
-- ==
-- input { 2 } output { [2, 3, 4] [1, 1, 1] }
module m: {val n: i64 val xs: [n]i32} = {def n = 3i64 def xs = [0i32, 1, 2] :> [n]i32}
module f (P: {val n: i64}) = {type vec = [P.n]i32 def ones: vec = replicate P.n 1 def add (a: vec) (b: vec): vec = map2 (+) a b}
module v = f m
def main (k: i32) = (v.add (map (+ k) m.xs) (replicate m.n 0), copy v.ones)
