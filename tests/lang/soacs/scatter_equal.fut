-- scatter of equal values to one place.
-- ==
-- input { 1000i64 } output { [7, 7] }
def main (n: i64) = scatter (replicate 2 0) (map (% 2) (iota n)) (replicate n 7)
