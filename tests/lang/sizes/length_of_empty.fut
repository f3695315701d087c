-- Empty arrays keep their inner sizes.
-- ==
-- input { empty([0][3]i32) } output { 0i64 3i64 empty([3][0]i32) empty([0]i32) }
def main [n][m] (xs: [n][m]i32) = (n, m, transpose xs, flatten xs)
