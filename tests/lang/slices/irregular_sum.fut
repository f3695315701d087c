-- Slices of different sizes in a map, each reduced to a number.
-- ==
-- input { [1, 2, 3, 4] } output { [0, 1, 3, 6, 10] [10, 9, 7, 4, 0] }
def main [n] (xs: [n]i32) = (map (\i -> i32.sum xs[0:i]) (iota (n + 1)), map (\i -> i32.sum xs[i:]) (0...n))
