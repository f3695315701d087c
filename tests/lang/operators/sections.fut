-- Operator sections leave out the left, the right or both operands; (- 1) is a number, not a section.
-- ==
-- input { [1, 2, 3] } output { [11, 12, 13] [0, 1, 2] [9, 8, 7] 6 -1 [true, false, false] [2, 4, 8] }
def main (xs: []i32) =
  (map (10+) xs, map (\x -> x + (-1)) xs, map (10-) xs, reduce (+) 0 xs, (-1),
   map (<2) xs, map (2**) xs)
