-- An index out of bounds is a run-time error that says index and length.
-- ==
-- input { [1, 2, 3] 3i64 } error: 3
-- input { [1, 2, 3] -1i64 } error: -1
-- input { empty([0]i32) 0i64 } error: 0
-- input { [1, 2, 3] 9223372036854775807i64 } error: 9223372036854775807
-- input { [1, 2, 3] 2i64 } output { 3 }
def main (xs: []i32) (i: i64) = xs[i]
