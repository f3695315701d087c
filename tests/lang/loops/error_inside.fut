-- A run-time error in a late iteration is reported.
-- ==
-- input { [1, 2, 3] 3i64 } output { 6 }
-- input { [1, 2, 3] 4i64 } error: 3
def main (xs: []i32) (n: i64) = loop s = 0 for i < n do s + xs[i]
