-- scatter with values computed from the destination's old elements.
-- ==
-- input { [1, 2, 3] } output { [3, 2, 1] }
def main [n] (xs: [n]i32) = scatter (copy xs) (map (\i -> n - 1 - i) (iota n)) xs
