-- reduce_by_index on rows, hist, and two and three dimensions.
-- ==
-- input { [0i64, 1i64, 0i64, 5i64] } output { [[5, 7], [4, 5]] [2, 1] [[2, 1], [0, 0]] }
def main (is: [4]i64) =
  (reduce_by_index (replicate 2 [0, 0]) (map2 (+)) [0, 0] is [[1, 2], [4, 5], [4, 5], [9, 9]],
   hist (+) 0 2 is (replicate 4 1),
   reduce_by_index_2d (replicate 2 (replicate 2 0)) (+) 0 (map (\i -> (0, i)) is) (replicate 4 1))
