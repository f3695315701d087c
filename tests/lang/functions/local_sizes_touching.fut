-- Size parameters of a local function may touch its name, as an index would.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { 6i64 3i64 }
def main (xss: [][]i32) =
  let count[n][m] (_: [n][m]i32) = n * m
  let width[m] (_: [][m]i32) = m
  in (count xss, width xss)
