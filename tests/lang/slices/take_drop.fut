-- take, drop, split, head, last, init, tail.
-- ==
-- input { [1, 2, 3] 1i64 } output { [1] [2, 3] [1] [2, 3] 1 3 [1, 2] [2, 3] }
-- input { [1, 2, 3] 4i64 } error: .
-- input { [1, 2, 3] -1i64 } error: .
def main (xs: []i32) (k: i64) = let (a: [k]i32, b: []i32) = split (sized (k + (length xs - k)) xs) in (take k xs, drop k xs, a, b, head xs, last xs, init xs, tail xs)
