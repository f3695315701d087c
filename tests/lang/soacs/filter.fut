-- filter keeps the order, of tuples too, and may keep nothing or everything.
-- ==
-- input { [1, -2, 3, -4] } output { [1, 3] [-2, -4] empty([0]i32) [1, -2, 3, -4] [1i64, 3i64] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i64) }
def main [n] (xs: [n]i32) =
  let (_, is) = unzip (filter (\(x, _) -> x < 0) (zip xs (iota n)))
  in (filter (> 0) xs, filter (< 0) xs, filter (const false) xs, filter (const true) xs, is)
