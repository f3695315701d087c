-- reduce_by_index combines the elements of one index; indices out of range are passed over.
-- ==
-- input { [0i64, 1i64, 0i64] [1, 2, 3] } output { [14, 12, 10] }
-- input { [-1i64, 3i64, 2i64] [1, 2, 3] } output { [10, 10, 13] }
-- input { empty([0]i64) empty([0]i32) } output { [10, 10, 10] }
def main [n] (is: [n]i64) (vs: [n]i32) = reduce_by_index (replicate 3 10) (+) 0 is vs
