-- map to map5, on empty arrays too.
-- ==
-- input { [1, 2] [10, 20] } output { [2, 3] [11, 22] [12, 24] [13, 26] [14, 28] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
def main [n] (a: [n]i32) (b: [n]i32) =
  (map (+ 1) a, map2 (+) a b, map3 (\x y z -> x + y + z) a b a, map4 (\x y z w -> x + y + z + w) a b a a,
   map5 (\x y z w v -> x + y + z + w + v) a b a a a)
