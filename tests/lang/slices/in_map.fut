-- Slices in a map, with bounds that vary but sizes that do not.
-- ==
-- input { [1, 2, 3, 4] } output { [[1, 2], [2, 3], [3, 4]] [3, 5, 7] }
def main (xs: []i32) = (map (\i -> xs[i:i+2] :> [2]i32) (iota 3), map (\i -> i32.sum xs[i:i+2]) (iota 3))
