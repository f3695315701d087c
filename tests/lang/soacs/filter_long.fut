-- filter of a long array.
-- ==
-- input { 100000i64 } output { 14286i64 true 714264285i64 }
def main (n: i64) = let ys = filter (\i -> i % 7 == 0) (iota n) in (length ys, and (map2 (\y i -> y == 7 * i) ys (indices ys)), i64.sum ys)
