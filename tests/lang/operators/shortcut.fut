-- && and || do not evaluate the right operand when the left decides.
-- ==
-- input { [1, 2] 1i64 } output { true true }
-- input { [1, 2] 7i64 } output { false true }
def main (xs: []i32) (i: i64) = (i < 2 && xs[i] == 2, i >= 2 || xs[i] > 0)
