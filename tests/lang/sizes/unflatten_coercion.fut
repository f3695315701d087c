-- unflatten of an array whose size must be checked.
-- ==
-- input { 2i64 3i64 [1, 2, 3, 4, 5, 6] } output { [[1, 2, 3], [4, 5, 6]] }
-- input { 2i64 2i64 [1, 2, 3, 4, 5, 6] } error: .
-- input { 0i64 5i64 empty([0]i32) } output { empty([0][5]i32) }
def main (n: i64) (m: i64) (xs: []i32) = unflatten (xs :> [n * m]i32)
