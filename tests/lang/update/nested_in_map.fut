-- Updates of an array that the map's function makes itself.
-- ==
-- input { [1, 2] } output { [[1, 0, 0], [0, 2, 0]] }
def main [n] (xs: [n]i32) = map2 (\i x -> replicate 3 0 with [i] = x) (iota n) xs
