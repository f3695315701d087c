-- scatter writes elements; indices out of range are passed over.
-- ==
-- input { [0, 0, 0] [0i64, 2i64] [7, 8] } output { [7, 0, 8] }
-- input { [0, 0, 0] [-1i64, 3i64, 1i64] [7, 8, 9] } output { [0, 9, 0] }
-- input { [0, 0, 0] [9223372036854775807i64, -9223372036854775808i64] [7, 8] } output { [0, 0, 0] }
-- input { empty([0]i32) [0i64] [7] } output { empty([0]i32) }
-- input { [1, 2] empty([0]i64) empty([0]i32) } output { [1, 2] }
def main [k][n] (dest: *[k]i32) (is: [n]i64) (vs: [n]i32) = scatter dest is vs
