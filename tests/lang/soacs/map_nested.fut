-- Maps in maps, three deep.
-- ==
-- input { [[[1, 2]], [[3, 4]]] } output { [[[2, 4]], [[6, 8]]] [[3], [7]] }
-- input { empty([0][1][2]i32) } output { empty([0][1][2]i32) empty([0][1]i32) }
-- input { empty([2][0][2]i32) } output { empty([2][0][2]i32) empty([2][0]i32) }
-- input { empty([1][2][0]i32) } output { empty([1][2][0]i32) [[0, 0]] }
def main (xs: [][][]i32) = (map (map (map (* 2))) xs, map (map (reduce (+) 0)) xs)
