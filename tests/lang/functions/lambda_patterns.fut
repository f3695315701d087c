-- Lambdas with several parameters and with patterns.
-- ==
-- input { [1, 2] [3, 4] } output { [4, 6] [3, 8] [-1, -2] }
def main [n] (a: [n]i32) (b: [n]i32) = (map2 (\x y -> x + y) a b, map (\(x, y) -> x * y) (zip a b), map (\{v} -> -v) (map (\v -> {v}) a))
