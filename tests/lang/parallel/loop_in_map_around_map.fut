-- A loop in a map whose state is an array of the outer size.
-- ==
-- input { 3i64 } output { [[0i64, 8i64, 16i64], [1i64, 9i64, 17i64], [2i64, 10i64, 18i64]] }
def main (n: i64) = map (\i -> map (+ i) (loop xs = iota n for _k < 3i32 do map (* 2) xs)) (iota n)
