-- map over arrays of tuples and records, to tuples and arrays.
-- ==
-- input { [1, 2] [3.5, 4.5] } output { [4.5, 6.5] [1, 4] [[1, 1], [2, 4]] }
def main [n] (a: [n]i32) (b: [n]f64) =
  let ps = zip a b
  let (_, s) = unzip (map (\(x, y) -> (true, x * x)) ps)
  in (map (\(x, y) -> f64.i32 x + y) ps, s, map (\x -> [x, x * x]) a)
