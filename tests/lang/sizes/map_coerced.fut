-- Arrays of unknown sizes are coerced to a common one, which is checked.
-- ==
-- input { [2i64, 2i64] } output { [[0i64, 1i64], [0i64, 1i64]] }
-- input { [2i64, 3i64] } error: .
def main (xs: []i64) = map (\x -> iota x :> [2]i64) xs
