-- Maps nested eleven deep.
-- ==
-- input { 2i64 } output { 2048i64 }
def main (n: i64) = i64.sum (map (\_ -> i64.sum (map (\_ -> i64.sum (map (\_ -> i64.sum (map (\_ -> i64.sum (map (\_ -> i64.sum (map (\_ -> i64.sum (map (\_ -> i64.sum (map (\_ -> i64.sum (map (\_ -> i64.sum (map (\_ -> i64.sum (map (\_ -> 1i64) (iota n))) (iota n))) (iota n))) (iota n))) (iota n))) (iota n))) (iota n))) (iota n))) (iota n))) (iota n))) (iota n))
