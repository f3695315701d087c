-- Work that differs between elements: sums up to each index.
-- ==
-- input { 50i64 } output { true true }
-- input { 0i64 } output { true true }
def main (n: i64) = (map (\i -> i64.sum (iota i)) (iota n) == map (\i -> i * (i - 1) / 2) (iota n), map (\i -> reduce i64.max 0 (map (\j -> (i * j) % 7) (0..<i))) (iota n) == map (\i -> (loop m = 0 for j < i do i64.max m ((i * j) % 7))) (iota n))
