-- reduce_by_index with max, min, *, and a general operator on tuples.
-- ==
-- input { [0i64, 1i64, 0i64, 1i64] [3, 2, 5, 7] } output { [5, 7] [3, 2] [15, 14] [8, 9] [15, 14] }
def main [n] (is: [n]i64) (vs: [n]i32) =
  let (s, p) = unzip (reduce_by_index (replicate 2 (0, 1)) (\(a, b) (c, d) -> (a + c, b * d)) (0, 1) is (zip vs vs))
  in (reduce_by_index (replicate 2 i32.lowest) i32.max i32.lowest is vs, reduce_by_index (replicate 2 i32.highest) i32.min i32.highest is vs,
      reduce_by_index (replicate 2 1) (*) 1 is vs, s, p)
