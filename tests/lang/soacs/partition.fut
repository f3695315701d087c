-- partition and partition2 keep the order within each part.
-- ==
-- input { [1, -2, 0, 3, -4] } output { [1, 3] [-2, 0, -4] [1, 3] [-2, -4] [0] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
def main (xs: []i32) = (partition (> 0) xs, partition2 (> 0) (< 0) xs)
