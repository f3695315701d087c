-- The size of an array made in a let is known by the let's name.
-- ==
-- input { 3i64 } output { [1i64, 3i64, 5i64, 7i64] }
def main (n: i64) = let m = n + 1 in map2 (+) (iota m) (map (+ 1) (iota m))
