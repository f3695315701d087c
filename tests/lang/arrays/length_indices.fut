-- length, null and indices.
-- ==
-- input { [5, 6, 7] } output { 3i64 false [0i64, 1i64, 2i64] }
-- input { empty([0]i32) } output { 0i64 true empty([0]i64) }
def main (xs: []i32) = (length xs, null xs, indices xs)
