-- Free variables of a map's function: scalars, arrays, sizes.
-- ==
-- input { [1, 2, 3] 10 } output { [17, 18, 19] [6i64, 6i64, 6i64] [1, 2, 3] }
def main [n] (xs: [n]i32) (k: i32) = (map (\x -> x + k + i32.sum xs) xs, map (\_ -> n * 2) xs, map (\i -> xs[i]) (iota n))
