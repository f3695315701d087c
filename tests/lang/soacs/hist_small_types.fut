-- reduce_by_index on i8, u16, bool and i64.
-- ==
-- input { [0i64, 0i64, 1i64] } output { [-56i8, 100i8] [200u16, 100u16] [true, false] [2i64, 1i64] }
def main (is: [3]i64) = (reduce_by_index (replicate 2 0i8) (+) 0 is (replicate 3 100), reduce_by_index (replicate 2 0u16) (+) 0 is (replicate 3 100),
  reduce_by_index (replicate 2 false) (||) false is [false, true, false], reduce_by_index (replicate 2 0i64) (+) 0 is [1, 1, 1])
