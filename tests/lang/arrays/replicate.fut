-- replicate of scalars, tuples and arrays; rep takes its size from its use.
-- ==
-- input { 2i64 5 } output { [5, 5] [[5, 6], [5, 6]] [5, 5] [1.5, 1.5] }
def main (n: i64) (x: i32): ([n]i32, [n][2]i32, [n]i32, [n]f64) = let (a, b) = unzip (replicate n (x, 1.5)) in (replicate n x, replicate n [x, x + 1], rep x |> map2 (\_ y -> y) a, b)
