-- Reductions inside maps inside maps, sizes known outside.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[4, 5], [10, 11]] [[3, 6], [7, 14]] 10 }
def main (xs: [][]i32) = (map (\r -> map (\x -> x + i32.sum r) r) xs, map (\r -> let s = i32.sum r in [s, 2 * s]) xs, i32.sum (map i32.sum xs))
